import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { must } from "../../../lib/must";
import { reload } from "../../../lib/reload";
import { AssistantsPage } from "./assistants-page";
import { backend } from "../mock-backend";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const ada = {
  _id: "a1",
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "lily",
  widgetColor: "#14b8a6",
  widgetIcon: "bot",
  widgetSize: "small",
  embedId: "e1",
  published: false,
};
const trial = {
  hasSubscription: false,
  limitExceeded: false,
  freeTrialLimit: 10,
  remainingMinutes: 10,
  totalMinutesUsed: 0,
};

const confirm = vi.fn<() => boolean>();

// What the browser has long loaded when somebody presses.
beforeAll(async () => {
  await import("../editor/assistant-forms");
});
beforeEach(() => {
  backend.reset();
  confirm.mockReset().mockReturnValue(false);
  vi.stubGlobal("confirm", confirm);
});
afterEach(cleanup);

function visit(given: { assistants?: object[]; trial?: object }) {
  backend.answer("assistants:listAssistants", () => given.assistants);
  backend.answer("usage:checkFreeTrialLimit", () => given.trial);
  backend.answer("assistants:getAssistant", () => ada);
  const page = () => (
    <MemoryRouter>
      <AssistantsPage />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  return { user: userEvent.setup(), renderAgain: () => rerender(page()) };
}

const headings = () => screen.queryAllByRole("heading").map(({ textContent }) => textContent);
const TITLE = "Your AI Voice Assistants";

test.each([
  { given: {}, shows: [] },
  { given: { assistants: [ada] }, shows: [] },
  { given: { trial }, shows: [] },
  { given: { assistants: [], trial }, shows: [TITLE, "No assistants yet"] },
  { given: { assistants: [ada], trial }, shows: ["Ready to Go Live?", TITLE, "Ada"] },
  {
    given: { assistants: [ada], trial: { ...trial, hasSubscription: true } },
    shows: [TITLE, "Ada"],
  },
])("with $given: $shows", ({ given, shows }) => {
  visit(given);
  expect(headings()).toEqual(shows);
  const isLoading = given.assistants === undefined || given.trial === undefined;
  expect(screen.queryAllByText("Loading your assistants")).toHaveLength(isLoading ? 1 : 0);
});

test("the studio opens in a new tab", () => {
  visit({ assistants: [], trial });
  const link = screen.getByRole("link", { name: "Test Embed" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
    "/test-embed",
    "_blank",
  ]);
});

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(must(screen.getAllByRole("button", { name })[0], name));
const formTitle = () => screen.queryByRole("form")?.querySelector("h2")?.textContent ?? null;

test.each([
  { presses: ["Create Assistant"], opens: "Create assistant" },
  { presses: ["Create Assistant", "Cancel"], opens: null },
  { presses: ["Edit Ada"], opens: "Edit Ada" },
  { presses: ["Edit Ada", "Close"], opens: null },
  { presses: ["Edit Ada", "Create Assistant"], opens: "Create assistant" },
  { presses: ["Create Assistant", "Edit Ada"], opens: "Edit Ada" },
])("$presses: $opens", async ({ presses, opens }) => {
  const { user } = visit({ assistants: [ada], trial });
  for (const name of presses) await press(user, name);
  await expect.poll(formTitle).toBe(opens);
  expect(confirm).not.toHaveBeenCalled();
});

test("duplicating opens the form with the values of that assistant", async () => {
  const bob = { ...ada, _id: "b1", name: "Bob", embedId: "e2" };
  const { user } = visit({ assistants: [ada, bob], trial });
  const name = () => screen.queryByLabelText<HTMLInputElement>("Assistant name")?.value;
  for (const original of ["Ada", "Bob"]) {
    await screen.findByRole("button", { name: `More actions for ${original}`, expanded: false });
    screen.getByRole("button", { name: `More actions for ${original}` }).focus();
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    await expect.poll(name).toBe(`${original} copy`);
  }
  expect(formTitle()).toBe("Create assistant");
  await press(user, "Cancel");
  expect(confirm).not.toHaveBeenCalled();
  await press(user, "Create Assistant");
  expect(name()).toBe("");
});

test.each(["Cancel", "Edit Ada"])("with something typed, %s asks first", async (name) => {
  const { user } = visit({ assistants: [ada], trial });
  await press(user, "Create Assistant");
  await user.type(await screen.findByLabelText("Assistant name"), "Bob");
  await press(user, name);
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(formTitle()).toBe("Create assistant");
  confirm.mockReturnValue(true);
  await press(user, name);
  expect(formTitle()).not.toBe("Create assistant");
});

test.each([
  ["usage:checkFreeTrialLimit", ["your free trial", "your assistants"]],
  ["assistants:listAssistants", ["your free trial", "your assistants"]],
])("when %s fails, typed text stays and the part can be tried again", async (name, parts) => {
  vi.spyOn(console, "error").mockReturnValue();
  const page = visit({ assistants: [ada], trial: { ...trial, hasSubscription: true } });
  await press(page.user, "Create Assistant");
  await page.user.type(await screen.findByLabelText("Assistant name"), "Bob");
  backend.answer(name, () => new Error("Server Error"));
  page.renderAgain();
  const complaints = () => screen.queryAllByText(/^Could not show/).map((text) => text.textContent);
  expect(complaints()).toEqual(parts.map((part) => `Could not show ${part}.`));
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Bob");

  backend.answer("assistants:listAssistants", () => [ada]);
  backend.answer("usage:checkFreeTrialLimit", () => ({ ...trial, hasSubscription: true }));
  for (const part of parts) await press(page.user, `Try again to show ${part}`);
  expect(complaints()).toEqual([]);
  expect(screen.getByRole("article", { name: "Ada" })).toBeTruthy();
});

test("after the app reloads itself, the form is open with what was typed", async () => {
  const reloading = vi.spyOn(window.location, "reload").mockReturnValue();
  const page = visit({ assistants: [ada], trial });
  await press(page.user, "Edit Ada");
  await page.user.type(await screen.findByLabelText("Assistant name"), " the second");
  reload();
  expect(reloading).toHaveBeenCalledOnce();
  const isHeld = window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(isHeld).toBe(true);

  cleanup();
  visit({ assistants: [ada], trial });
  await expect.poll(formTitle).toBe("Edit Ada");
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada the second");
  cleanup();
  visit({ assistants: [ada], trial });
  expect(formTitle()).toBeNull();
});

test("the form closes when its assistant is deleted elsewhere", async () => {
  const page = visit({ assistants: [ada], trial });
  await press(page.user, "Edit Ada");
  backend.answer("assistants:listAssistants", () => []);
  page.renderAgain();
  expect(formTitle()).toBeNull();
});
