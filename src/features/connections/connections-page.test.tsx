import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { usePaginatedQuery, useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../components/toasts";
import { must } from "../../lib/must";
import { ConnectionsPage } from "./connections-page";

const ran = vi.fn<(name: string, args: unknown) => Promise<unknown>>();

vi.mock("convex/react", () => {
  const useCalled = (reference: FunctionReference<"mutation" | "action">) => {
    const run = (args: unknown = {}) => ran(getFunctionName(reference), args);
    return Object.assign(run, { withOptimisticUpdate: () => run });
  };
  return {
    useAction: useCalled,
    useMutation: useCalled,
    usePaginatedQuery: vi.fn(),
    useQuery: vi.fn(),
  };
});

const OWN = {
  id: null,
  address: "ada@bakery.example",
  when: "each",
  assistantId: null,
  hour: 8,
  isConfirmed: true,
  stop: null,
};
const SHOP = { ...OWN, id: "r1", address: "shop@bakery.example", isConfirmed: false };
const ENDPOINT = {
  id: "w1",
  url: "https://bakery.example/hook",
  events: ["call.started", "call.ended"],
  isOn: true,
  off: null,
  failingSinceMs: null,
  rotatedAtMs: null,
};
const MESSENGERS_CARD = "Slack, Teams, Discord and Telegram";
const MESSENGER = {
  id: "m1",
  kind: "slack",
  address: "hooks.slack.com/…aB3d",
  chatId: null,
  events: ["outcome.created"],
  isOn: true,
  off: null,
  failingSinceMs: null,
};
const KEY = {
  id: "k1",
  name: "Reports",
  looks: "hark_live_…aB3d",
  scopes: ["assistants:read", "outcomes:read"],
  createdAtMs: Date.UTC(2026, 10, 2),
  lastUsedAtMs: null,
};

let answers: Record<string, unknown>;
let deliveries: { status: string; results: object[] };

beforeEach(() => {
  vi.stubEnv("VITE_CONVEX_URL", "https://otter-12.convex.cloud");
  ran.mockReset().mockResolvedValue(null);
  answers = {
    "outcomeMails:listRecipients": [OWN],
    "assistants:listAssistants": [{ _id: "a1", name: "Bakery" }],
    "messengers:listMessengers": [],
    "webhooks:listEndpoints": [],
    "apiKeys:listKeys": [],
  };
  deliveries = { status: "Exhausted", results: [] };
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">) => {
    const answer = answers[getFunctionName(query)];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
  vi.mocked(usePaginatedQuery).mockImplementation((() => deliveries) as never);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

async function visit(changes: Record<string, unknown> = {}) {
  Object.assign(answers, changes);
  render(
    <>
      <ConnectionsPage />
      <Toasts />
    </>,
  );
  await partsLoaded();
  return userEvent.setup();
}

/** Waits for the parts that are chunks of their own. */
const partsLoaded = () => act(() => vi.dynamicImportSettled());

const card = (name: string) => within(screen.getByRole("region", { name }));
const refusal = (message: string) => new ConvexError({ code: "refused", message });

test("each card shows that it is loading", async () => {
  await visit({
    "outcomeMails:listRecipients": undefined,
    "messengers:listMessengers": undefined,
    "webhooks:listEndpoints": undefined,
    "apiKeys:listKeys": undefined,
  });
  expect(screen.getByText("Loading your email settings")).toBeTruthy();
  expect(screen.getByText("Loading your messengers")).toBeTruthy();
  expect(screen.getByText("Loading your webhooks")).toBeTruthy();
  expect(screen.getByText("Loading your API keys")).toBeTruthy();
  for (const name of ["Connect Slack", "Add endpoint", "New key"]) {
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  }
});

test("an empty card says what to do first", async () => {
  await visit();
  expect(card(MESSENGERS_CARD).getByText(/^No messengers yet\./)).toBeTruthy();
  expect(card("Webhooks").getByText(/^No endpoints yet\./)).toBeTruthy();
  expect(card("API keys").getByText(/^No keys yet\./)).toBeTruthy();
  expect(card("Email").getByRole("listitem", { name: OWN.address }).textContent).toContain(
    "Your address",
  );
});

test.each([
  ["outcomeMails:listRecipients", "your email settings"],
  ["messengers:listMessengers", "your messengers"],
  ["webhooks:listEndpoints", "your webhooks"],
  ["apiKeys:listKeys", "your API keys"],
])("when %s fails, only its card is replaced by an error", async (name, part) => {
  vi.spyOn(console, "error").mockReturnValue();
  answers[name] = new Error("Server Error");
  await visit();
  expect(screen.getByText(`Could not show ${part}.`)).toBeTruthy();
  expect(screen.getAllByText(/^Could not show/)).toHaveLength(1);
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(3);
});

test("the card says when email is not available", async () => {
  await visit({ "outcomeMails:listRecipients": null });
  expect(card("Email").queryByRole("list")).toBeNull();
  expect(card("Email").queryByLabelText("Another address")).toBeNull();
});

test("a new address is sent a confirmation link and waits for it", async () => {
  const user = await visit({ "outcomeMails:listRecipients": [OWN, SHOP] });
  const row = within(screen.getByRole("listitem", { name: SHOP.address }));
  expect(row.getByText("Waiting for confirmation")).toBeTruthy();
  await user.type(screen.getByLabelText("Another address"), "desk@bakery.example");
  await user.click(screen.getByRole("button", { name: "Add address" }));
  expect(ran).toHaveBeenCalledWith(
    "outcomeMails:addRecipient",
    expect.objectContaining({ address: "desk@bakery.example", when: "each", assistantId: null }),
  );
  expect(
    await screen.findByText("We sent a confirmation link to desk@bakery.example."),
  ).toBeTruthy();
  await user.selectOptions(row.getByLabelText("When"), "Once a day");
  expect(ran).toHaveBeenLastCalledWith(
    "outcomeMails:changeRecipient",
    expect.objectContaining({ recipientId: "r1", when: "daily" }),
  );
});

test("an address that no longer gets email shows why", async () => {
  const stop = { ...SHOP, isConfirmed: true, stop: "bounced" };
  await visit({ "outcomeMails:listRecipients": [OWN, stop] });
  expect(screen.getByText("Email bounced")).toBeTruthy();
});

test("a refused address shows why and stays in the input", async () => {
  const user = await visit();
  const typed = screen.getByLabelText<HTMLInputElement>("Another address");
  await user.type(typed, "desk@bakery.example");
  ran.mockRejectedValue(refusal("It is there already."));
  await user.click(screen.getByRole("button", { name: "Add address" }));
  expect(await screen.findByText("Failed to add the address. It is there already.")).toBeTruthy();
  expect(typed.value).toBe("desk@bakery.example");
});

test("a Slack channel is connected with its address and what it is told", async () => {
  const user = await visit();
  await user.click(screen.getByRole("button", { name: "Connect Slack" }));
  await partsLoaded();
  const dialog = within(screen.getByRole("dialog", { name: "Connect Slack" }));
  await user.type(dialog.getByLabelText("Webhook URL"), "https://example.com/");
  ran.mockRejectedValueOnce(refusal("This is not the address of a Slack incoming webhook."));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("not the address");
  await user.click(dialog.getByRole("checkbox", { name: "Call ended" }));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(ran).toHaveBeenLastCalledWith("messengers:addMessenger", {
    to: { kind: "slack", url: "https://example.com/" },
    events: ["call.ended", "outcome.created"],
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a Telegram chat is connected with a token and an ID", async () => {
  const user = await visit();
  await user.click(screen.getByRole("button", { name: "Connect Telegram" }));
  await partsLoaded();
  const dialog = within(screen.getByRole("dialog", { name: "Connect Telegram" }));
  await user.type(dialog.getByLabelText("Bot token"), "123:abc");
  await user.type(dialog.getByLabelText("Chat ID"), "-100");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect(ran).toHaveBeenLastCalledWith("messengers:addMessenger", {
    to: { kind: "telegram", token: "123:abc", chatId: "-100" },
    events: ["outcome.created"],
  });
});

test("an edited connection keeps its address unless another one is entered", async () => {
  const user = await visit({ "messengers:listMessengers": [MESSENGER] });
  await user.click(screen.getByRole("button", { name: `Edit Slack, ${MESSENGER.address}` }));
  await partsLoaded();
  const dialog = within(screen.getByRole("dialog", { name: "Edit Slack" }));
  expect(dialog.getByText(`Leave it empty to keep ${MESSENGER.address}.`)).toBeTruthy();
  await user.click(dialog.getByRole("checkbox", { name: "Call ended" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(ran).toHaveBeenLastCalledWith("messengers:changeMessenger", {
    endpointId: "m1",
    events: ["call.ended", "outcome.created"],
  });
});

test("a connection whose address is gone says what the messenger answered", async () => {
  const off = { why: "gone", atMs: Date.UTC(2026, 10, 2), answer: "no_service" };
  await visit({ "messengers:listMessengers": [{ ...MESSENGER, isOn: false, off }] });
  const row = within(screen.getByRole("listitem", { name: `Slack, ${MESSENGER.address}` }));
  expect(row.getByText(/Slack no longer accepts messages there \(“no_service”\)/)).toBeTruthy();
  expect(row.queryByRole("button", { name: /Send a test/ })).toBeNull();
  expect(row.getByRole("button", { name: /Switch on/ })).toBeTruthy();
});

test("a test is sent, and the log shows the answer", async () => {
  deliveries.results = [];
  const user = await visit({ "messengers:listMessengers": [MESSENGER] });
  await user.click(screen.getByRole("button", { name: /^Send a test to Slack/ }));
  await partsLoaded();
  expect(ran).toHaveBeenLastCalledWith("webhooks:sendTest", { endpointId: "m1" });
  expect(screen.getByRole("button", { name: "Hide log" })).toBeTruthy();
});

test("a new endpoint shows its secret once, and a refused one shows why", async () => {
  const user = await visit();
  await user.click(screen.getByRole("button", { name: "Add endpoint" }));
  await partsLoaded();
  const dialog = within(screen.getByRole("dialog", { name: "Add endpoint" }));
  await user.type(dialog.getByLabelText("URL"), "https://10.0.0.1/");
  ran.mockRejectedValueOnce(refusal("The URL must use a domain name, not an IP address."));
  await user.click(dialog.getByRole("button", { name: "Add" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("must use a domain name");
  await user.clear(dialog.getByLabelText("URL"));
  await user.type(dialog.getByLabelText("URL"), ENDPOINT.url);
  await user.click(dialog.getByRole("checkbox", { name: "Call started" }));
  ran.mockResolvedValueOnce({ secret: "whsec_c2VjcmV0" });
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await partsLoaded();
  const shown = within(screen.getByRole("dialog", { name: "Your signing secret" }));
  expect(shown.getByLabelText("Secret").textContent).toBe("whsec_c2VjcmV0");
  expect(ran).toHaveBeenLastCalledWith("webhooks:addEndpoint", {
    url: ENDPOINT.url,
    events: ["call.ended", "outcome.created", "assistant.published", "usage.threshold"],
  });
  await user.click(shown.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("whsec_c2VjcmV0")).toBeNull();
});

const AT = Date.UTC(2026, 10, 24, 9, 30);

test.each([
  [{}, "On", null],
  [{ failingSinceMs: AT }, "On", /^Failing since/],
  [{ isOn: false }, "Off", null],
  [{ isOn: false, off: { why: "gone", atMs: AT } }, "Off", /410 Gone/],
  [{ isOn: false, off: { why: "failing", atMs: AT } }, "Off", /after 5 days of failures/],
])("an endpoint shows its state: %j", async (changes, state, trouble) => {
  await visit({ "webhooks:listEndpoints": [{ ...ENDPOINT, ...changes }] });
  const row = within(screen.getByRole("listitem", { name: ENDPOINT.url }));
  expect(row.getByText(state)).toBeTruthy();
  expect(row.getByText("Call started · Call ended")).toBeTruthy();
  const hasProblem = row.queryByText(/since|Switched off/) !== null;
  expect(hasProblem).toBe(trouble !== null);
  if (trouble !== null) expect(row.getByText(trouble)).toBeTruthy();
  // A test needs an endpoint that is on.
  expect(row.queryByRole("button", { name: /^Send a test/ }) !== null).toBe(state === "On");
});

test("a test opens the log, which shows each delivery and can send it again", async () => {
  const attempt = { atMs: AT, status: 500, durationMs: 100, response: "Out of flour" };
  const delivery = {
    id: "d1",
    type: "test",
    createdAtMs: AT,
    state: "waiting",
    attempts: [attempt],
    nextAtMs: AT + 60_000,
    eventId: "evt_1",
    body: '{"type":"test"}',
  };
  deliveries.results = [delivery, { ...delivery, id: "d2", state: "delivered", nextAtMs: null }];
  const user = await visit({ "webhooks:listEndpoints": [ENDPOINT] });
  await user.click(screen.getByRole("button", { name: /^Send a test/ }));
  await partsLoaded();
  const log = within(screen.getByRole("list", { name: "Deliveries" }));
  expect(log.getByText("Waiting")).toBeTruthy();
  expect(log.getByText("Delivered")).toBeTruthy();
  expect(log.getAllByText("Out of flour")).toHaveLength(2);
  expect(log.getAllByText(/^Next attempt/)).toHaveLength(1);
  const [first] = log.getAllByRole("button", { name: /^Send again/, hidden: true });
  await user.click(must(first, "button"));
  expect(ran.mock.calls).toEqual([
    ["webhooks:sendTest", { endpointId: "w1" }],
    ["webhooks:resend", { deliveryId: "d1" }],
  ]);
});

test("an endpoint can be changed, switched off, and deleted after a confirmation", async () => {
  const user = await visit({ "webhooks:listEndpoints": [ENDPOINT] });
  await user.click(screen.getByRole("button", { name: /^Edit/ }));
  await partsLoaded();
  const dialog = within(screen.getByRole("dialog", { name: "Edit endpoint" }));
  await user.click(dialog.getByRole("checkbox", { name: "Call started" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: /^Switch off/ }));
  const confirm = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValueOnce(true);
  vi.stubGlobal("confirm", confirm);
  await user.click(screen.getByRole("button", { name: /^Delete/ }));
  await user.click(screen.getByRole("button", { name: /^Delete/ }));
  expect(ran.mock.calls).toEqual([
    ["webhooks:changeEndpoint", { endpointId: "w1", url: ENDPOINT.url, events: ["call.ended"] }],
    ["webhooks:changeEndpoint", { endpointId: "w1", isOn: false }],
    ["webhooks:removeEndpoint", { endpointId: "w1" }],
  ]);
});

test("a new key has a name and chosen scopes, and is shown once with a command to try it", async () => {
  const user = await visit();
  await user.click(screen.getByRole("button", { name: "New key" }));
  const form = within(screen.getByRole("dialog", { name: "New API key" }));
  await user.type(form.getByLabelText("Name"), "Reports");
  await user.click(form.getByRole("checkbox", { name: "Calls" }));
  ran.mockResolvedValueOnce("hark_live_secret");
  await user.click(form.getByRole("button", { name: "Create key" }));
  const made = within(await screen.findByRole("dialog", { name: "Your new key" }));
  expect(made.getByRole("group", { name: "Key" }).textContent).toBe("hark_live_secret");
  expect(made.getByRole("group", { name: "Try it" }).textContent).toBe(
    'curl -H "Authorization: Bearer hark_live_secret" https://otter-12.convex.site/v1/assistants',
  );
  expect(ran).toHaveBeenCalledExactlyOnceWith("apiKeys:createKey", {
    name: "Reports",
    scopes: ["assistants:read", "outcomes:read"],
  });
  await user.click(made.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("hark_live_secret")).toBeNull();
});

test("a key shows its scopes and its last use, and is revoked after a confirmation", async () => {
  const user = await visit({ "apiKeys:listKeys": [KEY, { ...KEY, id: "k2", lastUsedAtMs: AT }] });
  const [never, once] = card("API keys").getAllByRole("listitem");
  expect(never?.textContent).toContain("hark_live_…aB3d, reads assistants, outcomes");
  expect(never?.textContent).toContain("never used");
  expect(once?.textContent).toContain("last used around");
  const [button] = screen.getAllByRole("button", { name: "Revoke Reports" });
  await user.click(must(button, "button"));
  await user.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(ran).toHaveBeenCalledExactlyOnceWith("apiKeys:revokeKey", { keyId: "k1" });
  expect(await screen.findByText("The key was revoked.")).toBeTruthy();
});
