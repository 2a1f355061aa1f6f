import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { toast } from "sonner";
import { Toasts } from "../../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { wallClock } from "../../../../convex/catalog/openingHours";
import { NEW_TALK } from "../../../../convex/catalog/talk";
import { AssistantCard } from "./assistant-card";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

const ran = vi.fn<(name: string, args: unknown) => Promise<unknown>>();

function answerWith(answers: Record<string, unknown>) {
  const answer = (reference: FunctionReference<"query">) => answers[getFunctionName(reference)];
  vi.mocked(useQuery).mockImplementation(answer as never);
}

beforeEach(() => {
  answerWith({});
  ran.mockReset().mockResolvedValue(null);
  vi.mocked(useMutation).mockImplementation(
    ((reference: FunctionReference<"mutation">) => (args: unknown) =>
      ran(getFunctionName(reference), args)) as never,
  );
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

const ada: Doc<"assistants"> = {
  _id: "assistant1" as Doc<"assistants">["_id"],
  _creationTime: 0,
  ownerId: "owner1" as Doc<"assistants">["ownerId"],
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "charlotte",
  embedId: "3f1c9a52-6f0e-4d59-9a3b-2f3d0a4be6f1",
  widgetColor: "#14b8a6",
  widgetIcon: "bot",
  widgetSize: "medium",
  published: false,
};

function show(changes: Partial<Doc<"assistants">> = {}, isSubscribed = false) {
  const onEdit = vi.fn();
  const assistant = { ...ada, ...changes };
  render(
    <MemoryRouter>
      <AssistantCard
        assistant={assistant}
        isSubscribed={isSubscribed}
        onEdit={onEdit}
        onDuplicate={vi.fn()}
      />
      <Toasts />
    </MemoryRouter>,
  );
  return { onEdit, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("a card shows name, state, goal, voice and file", () => {
  show({ knowledgeFileName: "hours.pdf" });
  expect(screen.getByRole("heading", { name: "Ada" })).toBeTruthy();
  expect(screen.getByText("Draft")).toBeTruthy();
  expect(screen.getByText("Take an order.")).toBeTruthy();
  expect(screen.getByText(/Charlotte/)).toBeTruthy();
  expect(screen.getByText("hours.pdf")).toBeTruthy();
});

test.each([
  { published: false, isSubscribed: false, words: ["Test", "Edit", "Requires Subscription"] },
  { published: false, isSubscribed: true, words: ["Edit", "Publish"] },
  { published: true, isSubscribed: true, words: ["Test", "Edit", "Unpublish", "Code"] },
  { published: true, isSubscribed: false, words: ["Test", "Edit", "Unpublish", "Code"] },
])("published $published, subscribed $isSubscribed: $words", ({ words, ...state }) => {
  show({ published: state.published }, state.isSubscribed);
  const labels = [...screen.queryAllByRole("link"), ...screen.getAllByRole("button")]
    .map((element) => element.textContent)
    .filter((text) => text !== "");
  expect(labels).toEqual([...words, "Delete"]);
  expect(screen.getByText(state.published ? "Live" : "Draft")).toBeTruthy();
});

test.each([
  ["payment_due", "your last payment failed.", "Update your payment method"],
  ["payment_to_confirm", "your bank asks you to confirm your payment.", "See what to do"],
  ["unpaid", "your payments failed.", "Update your payment method"],
  ["paused", "your subscription is paused.", "See what to do"],
  ["incomplete", "your first payment was not completed.", "See what to do"],
  ["ended", "your subscription has ended.", "Choose a plan"],
  ["trial_ended", "your free trial has ended.", "Choose a plan"],
  ["none", "you have no subscription.", "Choose a plan"],
])("what is published and not served says why, and where to mend it: %s", (state, why, next) => {
  answerWith({ "subscriptions:getStanding": { state } });
  show({ published: true }, false);
  expect(screen.getByText(/^Visitors cannot reach it at the moment/).textContent).toBe(
    `Visitors cannot reach it at the moment: ${why} ${next}`,
  );
  expect(screen.getByRole("link", { name: next }).getAttribute("href")).toBe(
    "/dashboard/subscription",
  );
});

const badges = () =>
  ["Live", "Paused", "Draft"].filter((badge) => screen.queryByText(badge) !== null);

test("an assistant that is live and out of reach is paused, and says why before anything else", () => {
  answerWith({ "subscriptions:getStanding": { state: "ended" } });
  show({ published: true }, false);
  expect(badges()).toEqual(["Live", "Paused"]);
  const [header, reason] = screen.getByRole("article", { name: "Ada" }).children;
  expect(header?.contains(screen.getByText("Paused"))).toBe(true);
  expect(reason?.textContent).toMatch(/^Visitors cannot reach it at the moment/);
});

test.each([
  ["is served", true, true, ["Live"]],
  ["is a draft", false, false, ["Draft"]],
])("an assistant that %s is not paused", (_, published, isSubscribed, shown) => {
  answerWith({ "subscriptions:getStanding": { state: isSubscribed ? "active" : "ended" } });
  show({ published }, isSubscribed);
  expect(badges()).toEqual(shown);
});

test("a trial whose minutes are used up is where visitors stay away though it runs", () => {
  answerWith({ "subscriptions:getStanding": { state: "trial_used_up" } });
  show({ published: true }, true);
  expect(screen.getByText(/^Visitors cannot reach it at the moment/).textContent).toBe(
    "Visitors cannot reach it at the moment: your trial's minutes are used up. Start your plan now",
  );
});

test("extra minutes that were not paid in time keep visitors away though the subscription runs", () => {
  const payment = { what: "overage_refused", amount: 900, planName: null, url: "https://pay" };
  const told = () => screen.queryByText(/^Visitors cannot reach it at the moment/)?.textContent;
  answerWith({
    "subscriptions:getStanding": { state: "active" },
    "subscriptions:getPaymentsToConfirm": [{ ...payment, until: 1_800_000_000 }],
  });
  show({ published: true }, true);
  expect(told()).toBeUndefined();
  cleanup();
  answerWith({ "subscriptions:getPaymentsToConfirm": [{ ...payment, until: null }] });
  show({ published: true }, true);
  expect(told()).toBe(
    "Visitors cannot reach it at the moment: your extra minutes are not paid. See what to do",
  );
});

test("extra minutes that have reached the owner's limit keep visitors away", () => {
  const told = () => screen.queryByText(/^Visitors cannot reach it at the moment/)?.textContent;
  for (const [state, text] of [
    ["near", undefined],
    [
      "reached",
      "Visitors cannot reach it at the moment: your extra minutes have reached your spending limit. Raise it",
    ],
  ]) {
    answerWith({
      "subscriptions:getPaymentsToConfirm": [],
      "subscriptions:getSpendingLimit": { state },
    });
    show({ published: true }, true);
    expect(told()).toBe(text);
    cleanup();
  }
});

test("test opens the studio with the assistant chosen, in a new tab", () => {
  show();
  const link = screen.getByRole("link", { name: "Test Ada in a new tab" });
  expect(link.getAttribute("href")).toBe(`/test-embed?assistant=${ada.embedId}`);
  expect(link.getAttribute("target")).toBe("_blank");
});

test("edit hands over the assistant", async () => {
  const { onEdit, user } = show();
  await user.click(button("Edit Ada"));
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(ada);
});

test("without a subscription publishing is refused before the server is asked", async () => {
  const { user } = show();
  await user.click(button("Requires Subscription Ada"));
  const message = "Active subscription required to publish assistants. Please upgrade your plan.";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(ran).not.toHaveBeenCalled();
});

test.each([
  { published: false, press: "Publish Ada", said: "Assistant published!" },
  { published: true, press: "Unpublish Ada", said: "Assistant unpublished!" },
])("$press, pressed twice, toggles once", async ({ published, press, said }) => {
  let answer: (isPublished: boolean) => void = () => {};
  ran.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { user } = show({ published }, true);
  await user.dblClick(button(press));
  expect(button(press).disabled).toBe(true);
  answer(!published);
  expect(await screen.findByText(said)).toBeTruthy();
  expect(ran).toHaveBeenCalledExactlyOnceWith("assistants:togglePublishAssistant", {
    assistantId: ada._id,
  });
});

test("a publication that is refused says why", async () => {
  ran.mockRejectedValue(new ConvexError({ code: "plan_limit", message: "Unpublish one." }));
  const { user } = show({}, true);
  await user.click(button("Publish Ada"));
  expect(await screen.findByText("Failed to update publish status.")).toBeTruthy();
  expect(screen.getByText("Unpublish one.")).toBeTruthy();
});

test("what did not reach the voice service is said, and can be tried again", async () => {
  const { user } = show({ voiceSync: { state: "failed", version: 2 } });
  expect(screen.getByText(/has not reached the voice service/)).toBeTruthy();
  await user.click(button("Try again for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:retryVoiceSync", { assistantId: ada._id });
});

test("a daily limit that is reached can be raised for today, or removed", async () => {
  answerWith({
    "subscriptions:getUserSubscription": { plan: { limits: { includedMinutes: 250 } } },
  });
  const talk = { ...NEW_TALK, timeZone: "UTC" };
  const { day } = wallClock("UTC", Date.now());
  const { user } = show({ published: true, talk, visitorDay: { day, seconds: 50 * 60 } }, true);
  await vi.dynamicImportSettled();
  expect(await screen.findByText(/Today's limit of 50 minutes is reached/)).toBeTruthy();
  expect(badges()).toEqual(["Live", "Paused"]);
  await user.click(button("Allow 50 more today for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:allowMoreToday", { assistantId: ada._id });
  await user.click(button("Remove the limit for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:removeDailyLimit", { assistantId: ada._id });
});

test("a daily limit that is not reached, or of another day, needs no word", async () => {
  answerWith({
    "subscriptions:getUserSubscription": { plan: { limits: { includedMinutes: 250 } } },
  });
  const { day } = wallClock("UTC", Date.now());
  show({ published: true, talk: NEW_TALK, visitorDay: { day, seconds: 40 * 60 } }, true);
  cleanup();
  const yesterday = { day: "2000-01-01", seconds: 50 * 60 };
  show({ published: true, talk: NEW_TALK, visitorDay: yesterday }, true);
  await vi.dynamicImportSettled();
  expect(screen.queryByText(/limit of/)).toBeNull();
  expect(badges()).toEqual(["Live"]);
});

test.each(["pending", "done"] as const)("a save that is %s needs no word", (state) => {
  show({ voiceSync: { state, version: 2 } });
  expect(screen.queryByText(/voice service/)).toBeNull();
});

async function pressDelete(answer: boolean) {
  const confirm = vi.fn(() => answer);
  vi.stubGlobal("confirm", confirm);
  const { user } = show();
  await user.click(button("Delete Ada"));
  return confirm;
}

test("deleting asks first, then says that it is done", async () => {
  const confirm = await pressDelete(true);
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete "Ada"?');
  expect(ran).toHaveBeenCalledWith("assistants:deleteAssistant", { assistantId: ada._id });
  expect(await screen.findByText('Assistant "Ada" deleted.')).toBeTruthy();
});

test("an owner who thinks better of it deletes nothing", async () => {
  await pressDelete(false);
  expect(ran).not.toHaveBeenCalled();
});

test("a deletion that fails gives its reason", async () => {
  const gone = { code: "assistant_not_found", message: "This assistant no longer exists." };
  ran.mockRejectedValue(new ConvexError(gone));
  await pressDelete(true);
  const message = "Failed to delete assistant. This assistant no longer exists.";
  expect(await screen.findByText(message)).toBeTruthy();
});

test("the code panel opens and closes, and its snippet is copied", async () => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code Ada"));
  const snippet = (await screen.findByRole("region", { name: "HTML to paste" })).textContent;
  expect(snippet).toContain(`/widget/${ada.embedId}"`);
  await user.click(button("Copy"));
  expect(await screen.findByText("Embed code copied to clipboard!")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(snippet);
  const studio = screen.getByRole("link", { name: "Open in the test studio" });
  expect(studio.getAttribute("href")).toBe(`/test-embed?assistant=${ada.embedId}`);
  expect(button("Code Ada").getAttribute("aria-expanded")).toBe("true");
  await user.click(button("Code Ada"));
  expect(screen.queryByRole("region", { name: "Embed code of Ada" })).toBeNull();
});

test("one line of script comes first", async () => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code Ada"));
  const panel = await screen.findByRole("region", { name: "Embed code of Ada" });
  const snippets = within(panel).getAllByRole("region");
  expect(snippets.map((snippet) => snippet.getAttribute("aria-label"))).toEqual([
    "Script to paste",
    "HTML to paste",
  ]);
  await user.click(button("Copy script"));
  expect(await navigator.clipboard.readText()).toBe(
    `<script async src="${window.location.origin}/embed.js" data-embed-id="${ada.embedId}"></script>`,
  );
});

test("a clipboard that refuses is told", async () => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code Ada"));
  await screen.findByRole("button", { name: "Copy" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await user.click(button("Copy"));
  expect(await screen.findByText("Failed to copy embed code.")).toBeTruthy();
});

test.each(["WordPress", "Shopify", "Webflow"])("the code comes with steps for %s", async (name) => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code Ada"));
  const steps = (await screen.findByText(`On ${name}`)).closest("details");
  expect(steps?.querySelectorAll("li").length).toBeGreaterThan(1);
});

test.each([
  { seenSites: [], says: /^Not seen on a website yet/ },
  {
    seenSites: [{ site: "https://www.example.com", atMs: Date.now() - 150_000 }],
    says: "Seen on www.example.com 2 minutes ago.",
  },
])("the code says where the button was asked for: $says", async ({ seenSites, says }) => {
  const { user } = show({ published: true, seenSites }, true);
  await user.click(button("Code Ada"));
  expect(await screen.findByText(says)).toBeTruthy();
});
