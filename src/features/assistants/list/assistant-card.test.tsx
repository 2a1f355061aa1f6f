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
import { wallClock } from "../../../../convex/shared/openingHours";
import { NEW_CONVERSATION } from "../../../../convex/shared/conversation";
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
  const labels = [...screen.queryAllByRole("link").slice(1), ...screen.getAllByRole("button")]
    .map((element) => element.textContent)
    .filter((text) => text !== "");
  expect(labels).toEqual([...words, "Delete"]);
  expect(screen.getByText(state.published ? "Live" : "Draft")).toBeTruthy();
});

test.each([
  ["payment_due", "your last payment failed.", "Update your payment method"],
  ["payment_to_confirm", "your bank asks you to confirm a payment.", "See what to do"],
  ["unpaid", "your payments failed.", "Update your payment method"],
  ["paused", "your subscription is paused.", "See what to do"],
  ["incomplete", "your first payment was not completed.", "See what to do"],
  ["ended", "your subscription has ended.", "Choose a plan"],
  ["trial_ended", "your free trial has ended.", "Choose a plan"],
  ["none", "you have no subscription.", "Choose a plan"],
])(
  "a published assistant that visitors cannot reach shows why, and a link: %s",
  (state, why, next) => {
    answerWith({ "subscriptions:getSubscriptionState": { state } });
    show({ published: true }, false);
    expect(screen.getByText(/^Visitors can't reach this assistant right now/).textContent).toBe(
      `Visitors can't reach this assistant right now: ${why} ${next}`,
    );
    expect(screen.getByRole("link", { name: next }).getAttribute("href")).toBe(
      "/dashboard/subscription",
    );
  },
);

const badges = () =>
  ["Live", "Paused", "Draft"].filter((badge) => screen.queryByText(badge) !== null);

test("a live assistant that visitors cannot reach is shown as paused, with the reason first", () => {
  answerWith({ "subscriptions:getSubscriptionState": { state: "ended" } });
  show({ published: true }, false);
  expect(badges()).toEqual(["Live", "Paused"]);
  const [header, reason] = screen.getByRole("article", { name: "Ada" }).children;
  expect(header?.contains(screen.getByText("Paused"))).toBe(true);
  expect(reason?.textContent).toMatch(/^Visitors can't reach this assistant right now/);
});

test.each([
  ["is served", true, true, ["Live"]],
  ["is a draft", false, false, ["Draft"]],
])("an assistant that %s is not paused", (_, published, isSubscribed, shown) => {
  answerWith({
    "subscriptions:getSubscriptionState": { state: isSubscribed ? "active" : "ended" },
  });
  show({ published }, isSubscribed);
  expect(badges()).toEqual(shown);
});

test("a running trial without minutes keeps visitors away", () => {
  answerWith({ "subscriptions:getSubscriptionState": { state: "trial_used_up" } });
  show({ published: true }, true);
  expect(screen.getByText(/^Visitors can't reach this assistant right now/).textContent).toBe(
    "Visitors can't reach this assistant right now: your trial minutes are used up. Start your plan now",
  );
});

test("overdue extra minutes keep visitors away during a running subscription", () => {
  const payment = { what: "overage_refused", amount: 900, planName: null, url: "https://pay" };
  const told = () =>
    screen.queryByText(/^Visitors can't reach this assistant right now/)?.textContent;
  answerWith({
    "subscriptions:getSubscriptionState": { state: "active" },
    "subscriptions:getPaymentsToConfirm": [{ ...payment, until: 1_800_000_000 }],
  });
  show({ published: true }, true);
  expect(told()).toBeUndefined();
  cleanup();
  answerWith({ "subscriptions:getPaymentsToConfirm": [{ ...payment, until: null }] });
  show({ published: true }, true);
  expect(told()).toBe(
    "Visitors can't reach this assistant right now: your extra minutes have not been paid. See what to do",
  );
});

test("reaching the spending limit keeps visitors away", () => {
  const told = () =>
    screen.queryByText(/^Visitors can't reach this assistant right now/)?.textContent;
  for (const [state, text] of [
    ["near", undefined],
    [
      "reached",
      "Visitors can't reach this assistant right now: your extra minutes have reached your spending limit. Raise the limit",
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

test("a card shows what is live, and leads to changes that are not", () => {
  show({ published: true, review: { draftId: null } });
  expect(screen.queryByText("You have changes that are not live")).toBeNull();
  cleanup();
  show({ published: true, review: { draftId: "d1" as never } });
  const link = screen.getByRole("link", { name: "You have changes that are not live" });
  expect(link.getAttribute("href")).toBe("/dashboard/assistants/assistant1");
});

test("Test opens the studio with this assistant in a new tab", () => {
  show();
  const link = screen.getByRole("link", { name: "Test Ada in a new tab" });
  expect(link.getAttribute("href")).toBe(`/test-embed?assistant=${ada.embedId}`);
  expect(link.getAttribute("target")).toBe("_blank");
});

test("Edit passes on the assistant", async () => {
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

test("a refused publication shows why", async () => {
  ran.mockRejectedValue(new ConvexError({ code: "plan_limit", message: "Unpublish one." }));
  const { user } = show({}, true);
  await user.click(button("Publish Ada"));
  expect(await screen.findByText("Failed to update publish status.")).toBeTruthy();
  expect(screen.getByText("Unpublish one.")).toBeTruthy();
});

test("a failed sync with the voice service is shown and can be tried again", async () => {
  const { user } = show({ voiceSync: { state: "failed" } });
  expect(screen.getByText(/could not be sent to the voice service/)).toBeTruthy();
  await user.click(button("Try again for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:retryVoiceSync", { assistantId: ada._id });
});

test("a reached daily limit can be raised for today or removed", async () => {
  answerWith({
    "subscriptions:getUserSubscription": { plan: { limits: { includedMinutes: 250 } } },
  });
  const talk = { ...NEW_CONVERSATION, timeZone: "UTC" };
  const { day } = wallClock("UTC", Date.now());
  const { user } = show({ published: true, talk, visitorDay: { day, seconds: 50 * 60 } }, true);
  await vi.dynamicImportSettled();
  expect(await screen.findByText(/used today's 50 minutes/)).toBeTruthy();
  expect(badges()).toEqual(["Live", "Paused"]);
  await user.click(button("Allow 50 more minutes today for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:allowMoreToday", { assistantId: ada._id });
  await user.click(button("Remove limit for Ada"));
  expect(ran).toHaveBeenCalledWith("assistants:removeDailyLimit", { assistantId: ada._id });
});

test("nothing is shown below the daily limit, or for another day", async () => {
  answerWith({
    "subscriptions:getUserSubscription": { plan: { limits: { includedMinutes: 250 } } },
  });
  const { day } = wallClock("UTC", Date.now());
  show({ published: true, talk: NEW_CONVERSATION, visitorDay: { day, seconds: 40 * 60 } }, true);
  cleanup();
  const yesterday = { day: "2000-01-01", seconds: 50 * 60 };
  show({ published: true, talk: NEW_CONVERSATION, visitorDay: yesterday }, true);
  await vi.dynamicImportSettled();
  expect(screen.queryByText(/limit of/)).toBeNull();
  expect(badges()).toEqual(["Live"]);
});

test.each(["pending", "done"] as const)("nothing is shown while a sync is %s", (state) => {
  show({ voiceSync: { state } });
  expect(screen.queryByText(/voice service/)).toBeNull();
});

async function pressDelete(answer: boolean) {
  const confirm = vi.fn(() => answer);
  vi.stubGlobal("confirm", confirm);
  const { user } = show();
  await user.click(button("Delete Ada"));
  return confirm;
}

test("deleting asks first and then confirms", async () => {
  const confirm = await pressDelete(true);
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete "Ada"?');
  expect(ran).toHaveBeenCalledWith("assistants:deleteAssistant", { assistantId: ada._id });
  expect(await screen.findByText('Assistant "Ada" deleted.')).toBeTruthy();
});

test("cancelling the confirmation deletes nothing", async () => {
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
  await user.click(button("Code for Ada"));
  const snippet = (await screen.findByRole("region", { name: "HTML to paste" })).textContent;
  expect(snippet).toContain(`/widget/${ada.embedId}"`);
  await user.click(button("Copy"));
  expect(await screen.findByText("Embed code copied to clipboard!")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(snippet);
  const studio = screen.getByRole("link", { name: "Open in the test studio" });
  expect(studio.getAttribute("href")).toBe(`/test-embed?assistant=${ada.embedId}`);
  expect(button("Code for Ada").getAttribute("aria-expanded")).toBe("true");
  await user.click(button("Code for Ada"));
  expect(screen.queryByRole("region", { name: "Embed code for Ada" })).toBeNull();
});

test("the frame comes first, and the script and the talk page have tabs of their own", async () => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code for Ada"));
  const panel = await screen.findByRole("region", { name: "Embed code for Ada" });
  const tabs = within(panel).getAllByRole("tab");
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("aria-selected")])).toEqual([
    ["Frame", "true"],
    ["Script", "false"],
    ["Link", "false"],
  ]);
  await user.click(screen.getByRole("tab", { name: "Script" }));
  await user.click(button("Copy script"));
  expect(await navigator.clipboard.readText()).toBe(
    `<script async src="${window.location.origin}/embed.js" data-embed-id="${ada.embedId}"></script>`,
  );
  await user.click(screen.getByRole("tab", { name: "Link" }));
  await screen.findByRole("img", { name: "QR code with the address of Ada's talk page" });
  await user.click(button("Copy address"));
  const address = `${window.location.origin}/talk/${ada.embedId}`;
  expect(await navigator.clipboard.readText()).toBe(address);
  expect(screen.getByText(address)).toBeTruthy();
});

test("a clipboard error is shown", async () => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code for Ada"));
  await screen.findByRole("button", { name: "Copy" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  await user.click(button("Copy"));
  expect(await screen.findByText("Failed to copy embed code.")).toBeTruthy();
});

test.each(["WordPress", "Shopify", "Webflow"])("the embed code has steps for %s", async (name) => {
  const { user } = show({ published: true }, true);
  await user.click(button("Code for Ada"));
  const steps = (await screen.findByText(`On ${name}`)).closest("details");
  expect(steps?.querySelectorAll("li").length).toBeGreaterThan(1);
});

test.each([
  { seenSites: [], says: /^Not seen on any website yet/ },
  {
    seenSites: [{ site: "https://www.example.com", atMs: Date.now() - 150_000 }],
    says: "Seen on www.example.com 2 minutes ago.",
  },
])("the embed code shows where the button was seen: $says", async ({ seenSites, says }) => {
  const { user } = show({ published: true, seenSites }, true);
  await user.click(button("Code for Ada"));
  expect(await screen.findByText(says)).toBeTruthy();
});
