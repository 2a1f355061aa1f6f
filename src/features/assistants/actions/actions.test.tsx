import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Toasts } from "../../../components/toasts";
import { backend } from "../mock-backend";
import { ActionsSection } from "./actions-section";
import type { ShownRun } from "./run-details";
import {
  ACTIONS,
  CALENDAR,
  FORM,
  HEADERS,
  LOG,
  PARAMETERS,
  READY,
  REASONS,
  STATES,
  TRY,
} from "./texts";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const assistant = { _id: "a1", name: "Ada" } as unknown as Doc<"assistants">;
const order = { name: "order", type: "string", description: "Its number", isRequired: true };
const lookUp = {
  ...{ _id: "x1", name: "Look up", description: "Looks up an order.", isOn: true },
  changesSomething: false,
  work: {
    ...{ kind: "http", method: "GET", url: "https://example.com/{order}" },
    ...{ headers: ["Authorization"], parameters: [order] },
  },
};
const run = {
  ...{ id: "r1", callId: "c1", values: { order: "7" }, state: "done", atMs: Date.now() },
  ...{ channel: "text", status: 200, answer: "Sent on Monday.", durationMs: 300 },
  reply: { words: "Yes please.", atMs: Date.now(), isYes: true },
  sent: { method: "GET", url: "https://example.com/7", headers: ["Authorization"], body: null },
} as unknown as ShownRun;

beforeEach(() => {
  backend.reset();
  backend.answer("actions:list", () => [lookUp]);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <>
      <ActionsSection assistant={assistant} />
      <Toasts />
    </>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole("button", { name });
const ofAction = (what: string) => button(ACTIONS.labelFor(what, "Look up"));

test("while the actions are loading nothing can be added, and an empty list says so", () => {
  backend.answer("actions:list", () => undefined);
  show();
  expect(screen.getByText(ACTIONS.loading)).toBeTruthy();
  expect(button(ACTIONS.add)).toHaveProperty("disabled", true);
  cleanup();
  backend.answer("actions:list", () => []);
  show();
  expect(screen.getByText(ACTIONS.none)).toBeTruthy();
});

test("an action is added with its parameters and headers, and asks by default unless it reads", async () => {
  const user = show();
  await user.click(button(ACTIONS.add));
  await user.type(screen.getByLabelText(FORM.name), "Book");
  await user.type(screen.getByLabelText(FORM.description), "Books.");
  await user.type(screen.getByLabelText(FORM.url), "https://example.com/");
  expect(screen.getByLabelText(FORM.changes)).toHaveProperty("checked", false);
  await user.selectOptions(screen.getByLabelText(FORM.method), "POST");
  expect(screen.getByLabelText(FORM.changes)).toHaveProperty("checked", true);
  await user.click(button(PARAMETERS.add));
  const parameter = within(screen.getByRole("group", { name: PARAMETERS.group(1) }));
  await user.type(parameter.getByLabelText(PARAMETERS.name), "guests");
  await user.selectOptions(parameter.getByLabelText(PARAMETERS.type), "number");
  await user.type(parameter.getByLabelText(PARAMETERS.description), "How many");
  await user.click(button(HEADERS.add));
  const header = within(screen.getByRole("group", { name: HEADERS.group(1) }));
  await user.type(header.getByLabelText(HEADERS.name), "X-Key");
  await user.type(header.getByLabelText(HEADERS.value), "secret");
  await user.click(button(FORM.save));
  expect(backend.calls).toEqual([
    [
      "actions:save",
      {
        ...{ assistantId: "a1", name: "Book", description: "Books.", changesSomething: true },
        work: {
          ...{ kind: "http", method: "POST", url: "https://example.com/" },
          parameters: [
            { name: "guests", type: "number", description: "How many", isRequired: true },
          ],
          headers: [{ name: "X-Key", value: "secret" }],
        },
      },
    ],
  ]);
  expect(await screen.findByText(FORM.saved)).toBeTruthy();
  expect(button(ACTIONS.add)).toBeTruthy();
});

test("a calendar is added by its link, and a refusal keeps what was typed", async () => {
  const message = "Cal.com knows no public event type under this link.";
  backend.answer("actions:addCalendar", () =>
    Promise.reject(new ConvexError({ code: "invalid_input", message })),
  );
  const user = show();
  await user.click(button(ACTIONS.addCalendar));
  await user.type(screen.getByLabelText(CALENDAR.link), "cal.com/ada/30min");
  await user.click(button(CALENDAR.submit));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  expect(screen.getByLabelText(CALENDAR.link)).toHaveProperty("value", "cal.com/ada/30min");
  backend.answer("actions:addCalendar", () => Promise.resolve(null));
  await user.click(button(CALENDAR.submit));
  expect(await screen.findByText(CALENDAR.added)).toBeTruthy();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(backend.calls.at(-1)).toEqual([
    "actions:addCalendar",
    { assistantId: "a1", link: "cal.com/ada/30min", timeZone },
  ]);
  expect(button(ACTIONS.addCalendar)).toBeTruthy();
});

test("“Ask for a person” is added once, with words that can be changed", async () => {
  const user = show();
  await user.click(button(READY.person.add));
  expect(screen.getByText(READY.person.intro)).toBeTruthy();
  expect(screen.queryByLabelText(FORM.url)).toBeNull();
  const name = screen.getByLabelText(FORM.name);
  expect(name).toHaveProperty("value", READY.person.words.name);
  await user.clear(name);
  await user.type(name, "Fetch Ada");
  await user.click(button(FORM.save));
  const { description } = READY.person.words;
  const work = { kind: "person" };
  expect(backend.calls).toEqual([
    [
      "actions:save",
      { assistantId: "a1", name: "Fetch Ada", description, changesSomething: false, work },
    ],
  ]);
  cleanup();
  const person = { ...lookUp, _id: "x3", description, work: { ...work, parameters: [] } };
  backend.answer("actions:list", () => [person]);
  show();
  expect(screen.getByText(READY.person.of)).toBeTruthy();
  expect(screen.queryByRole("button", { name: READY.person.add })).toBeNull();
});

test("of a calendar's action only the words change, and a test says that it really books", async () => {
  const calendar = { url: "https://cal.com/ada/30min", timeZone: "Europe/Berlin" };
  const booking = {
    ...{ _id: "x2", name: "Book", description: "Books.", isOn: true, changesSomething: true },
    work: {
      ...{ kind: "booking", calendar: { ...calendar, isConfirmedAtOnce: false } },
      parameters: [{ name: "email", type: "string", description: "Theirs", isRequired: true }],
    },
  };
  backend.answer("actions:list", () => [booking]);
  const user = show();
  expect(
    screen.getByText("cal.com/ada/30min · times of Europe/Berlin · you confirm each booking"),
  ).toBeTruthy();
  await user.click(button(ACTIONS.labelFor(ACTIONS.tryIt, "Book")));
  expect(screen.getByText(TRY.intro.booking)).toBeTruthy();
  expect(button(TRY.send.booking)).toBeTruthy();
  await user.click(button(ACTIONS.labelFor(ACTIONS.edit, "Book")));
  expect(screen.queryByLabelText(FORM.url)).toBeNull();
  await user.type(screen.getByLabelText(FORM.name), " a tasting");
  await user.click(button(FORM.save));
  expect(backend.calls.at(-1)).toMatchObject([
    "actions:save",
    { actionId: "x2", name: "Book a tasting", work: { kind: "booking" } },
  ]);
});

test("what was typed stays if it is refused, and saved values of headers are kept unseen", async () => {
  const message = "The address must start with https://.";
  backend.answer("actions:save", () =>
    Promise.reject(new ConvexError({ code: "invalid_input", message })),
  );
  const user = show();
  await user.click(ofAction(ACTIONS.edit));
  expect(screen.getByLabelText(HEADERS.value)).toHaveProperty("value", "");
  await user.type(screen.getByLabelText(FORM.name), "!");
  await user.click(button(FORM.save));
  expect(await screen.findByText(new RegExp(message))).toBeTruthy();
  expect(screen.getByLabelText(FORM.name)).toHaveProperty("value", "Look up!");
  const saved = backend.calls.at(-1)?.[1];
  expect(saved).toMatchObject({
    actionId: "x1",
    work: { headers: [{ name: "Authorization", value: null }] },
  });
});

test("an action is tried with typed values, and its answer is shown", async () => {
  backend.answer("actions:test", () => Promise.resolve(run));
  const user = show();
  await user.click(ofAction(ACTIONS.tryIt));
  await user.type(screen.getByLabelText("order"), "7");
  await user.click(button(TRY.send.http));
  expect(await screen.findByText("Sent on Monday.")).toBeTruthy();
  expect(backend.calls).toEqual([["actions:test", { actionId: "x1", values: '{"order":"7"}' }]]);
});

test("the log says what was asked, sent and answered, or why it was not run", async () => {
  const refused = { ...run, id: "r2", state: "refused", why: "declined", sent: undefined };
  backend.answer("actions:runs", () => [run, refused]);
  const user = show();
  await user.click(ofAction(ACTIONS.showLog));
  const [done, declined] = within(screen.getByRole("list", { name: LOG.label })).getAllByRole(
    "listitem",
  );
  expect(done?.textContent).toContain(STATES.done.label);
  expect(done?.textContent).toContain("Yes please.");
  expect(done?.textContent).toContain("whose values are hidden");
  expect(declined?.textContent).toContain(REASONS.declined);
});

test("a proposal that nobody confirmed is not shown as waiting forever", async () => {
  backend.answer("actions:runs", () => [{ ...run, state: "proposed", atMs: 0, sent: undefined }]);
  const user = show();
  await user.click(ofAction(ACTIONS.showLog));
  expect(screen.getByText("Not confirmed")).toBeTruthy();
});

test("an action is switched, and deleted only after a question", async () => {
  const asked = vi.fn(() => false);
  vi.stubGlobal("confirm", asked);
  const user = show();
  await user.click(ofAction(ACTIONS.switchOff));
  await user.click(ofAction(ACTIONS.delete));
  expect(asked).toHaveBeenCalledWith(ACTIONS.confirmDelete("Look up"));
  expect(backend.calls).toEqual([["actions:setEnabled", { actionId: "x1", isOn: false }]]);
  asked.mockReturnValue(true);
  await user.click(ofAction(ACTIONS.delete));
  expect(backend.calls.at(-1)).toEqual(["actions:remove", { actionId: "x1" }]);
  expect(await screen.findByText(ACTIONS.deleted)).toBeTruthy();
});
