/** Slack, Microsoft Teams, Discord and Telegram: what owners read there, and what happens when it does not arrive. */
import { expect, test } from "vitest";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_MESSENGERS, MESSENGERS, type MessengerKind } from "../../convex/shared/messengers";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../convex/shared/webhooks";
import { SITE_URL } from "../contract/deployment.ts";
import { eventually } from "../eventually.ts";
import { opened } from "../opened.ts";
import { withMessengers } from "./messengers-world.ts";
import { openReceiver } from "./receiver.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Owner } from "./world.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TO = {
  slack: { kind: "slack", url: EXAMPLES.slack },
  teams: { kind: "teams", url: EXAMPLES.teams },
  discord: { kind: "discord", url: EXAMPLES.discord },
  telegram: {
    kind: "telegram",
    token: EXAMPLES.telegramToken,
    chatId: EXAMPLES.telegramChat,
  },
} as const;
/** The parts of the addresses that nobody may see. */
const SECRETS = [
  must(EXAMPLES.slack.split("/").at(-1), "Slack's secret"),
  must(new URL(EXAMPLES.teams).searchParams.get("sig"), "the signature"),
  must(EXAMPLES.discord.split("/").at(-1), "Discord's token"),
  must(EXAMPLES.telegramToken.split(":")[1], "the bot's token"),
];

onEachBackend((world) => {
  const messengers = withMessengers(world, SILENT_PLATFORM);
  const slow = opened(openReceiver);

  const pass = async (ms: number) => {
    await world().advance(ms);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
  };

  async function connected(
    kind: MessengerKind,
    events: readonly WebhookEvent[] = ["outcome.created"],
  ) {
    const owner = await world().signUp();
    const endpointId = await owner.mutation(api.messengers.addMessenger, {
      to: TO[kind],
      events: [...events],
    });
    const sendTest = async () => {
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await world().settle();
    };
    const shown = async () => {
      const [only] = await owner.query(api.messengers.listMessengers, {});
      return must(only, "connection");
    };
    return { owner, endpointId, sendTest, shown, log: () => logOf(owner, endpointId) };
  }

  async function logOf(owner: Owner, endpointId: Id<"webhookEndpoints">) {
    const paginationOpts = { cursor: null, numItems: 50 };
    return (await owner.query(api.webhooks.pageDeliveries, { endpointId, paginationOpts })).page;
  }

  /** A call in which the visitor left this. */
  async function call(owner: Owner, found: Record<string, string>, name = "Front desk") {
    const { embedId } = await voicedAssistant(world(), owner, name);
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const startedAtMs = world().clock.now();
    const send = async (message: object) => {
      expect((await sendReport(world(), message)).status).toBe(200);
      await world().settle();
    };
    await send(statusUpdate(platformCallId, "in-progress", startedAtMs));
    await world().advance(20 * SECOND_MS);
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: 20 });
    const left = foundOut({ found, unanswered: ["Do you ship?"] });
    await send({ ...report, artifact: { ...report.artifact, ...left } });
    return callId;
  }

  test.each(MESSENGERS)(
    "%s shows the outcome of a call, with a link to the inbox",
    async (kind) => {
      const { owner, log } = await connected(kind);
      const callId = await call(owner, { name: "Maria", order: "two loaves" });
      const [message, ...others] = await messengers.messages();
      expect(others).toEqual([]);
      expect(message?.vendor).toBe(kind);
      expect(message?.text).toContain("New inbox entry: a call with Front desk");
      expect(message?.text).toMatch(
        /name: Maria\norder: two loaves\nCould not answer: Do you ship\?/i,
      );
      expect(message?.links).toEqual([`${SITE_URL}/dashboard/inbox?call=${callId}`]);
      expect(await log()).toMatchObject([
        { state: "delivered", attempts: [{ response: /ok|^$/ }] },
      ]);
    },
  );

  test.each(MESSENGERS)("%s shows calls, outcomes and tests", async (kind) => {
    const { owner, sendTest } = await connected(kind, WEBHOOK_EVENTS);
    await call(owner, { name: "Maria" });
    await sendTest();
    const titles = (await messengers.messages()).map(({ text }) => text.split("\n")[0]);
    expect(titles).toEqual([
      "A call with Front desk has started (a test)",
      "A call with Front desk has ended (a test)",
      "New inbox entry: a call with Front desk",
      "This is a test from Hark",
    ]);
  });

  test.each([
    ["slack", "gone", "no_service"],
    ["slack", "blocked", "channel_is_archived"],
    ["discord", "gone", "Unknown Webhook"],
    ["teams", "gone", "current state 'Deleted'"],
    ["telegram", "gone", "Unauthorized"],
    ["telegram", "blocked", "Forbidden: bot was blocked by the user"],
  ] as const)(
    "when %s says that the address is %s, the connection is switched off and says why",
    async (kind, fault, answer) => {
      const { owner, endpointId, sendTest, shown, log } = await connected(kind);
      await messengers.fail({ vendor: kind, kind: fault });
      await sendTest();
      expect(await shown()).toMatchObject({ isOn: false, off: { why: "gone" } });
      expect((await shown()).off?.answer).toContain(answer);
      expect(await log()).toMatchObject([{ state: "failed", nextAtMs: null }]);
      await call(owner, { name: "Maria" });
      expect(await messengers.messages()).toEqual([]);
      await owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: true });
      await sendTest();
      expect(await shown()).toMatchObject({ isOn: true, off: null });
      expect(await messengers.messages()).toHaveLength(1);
    },
  );

  test.each(MESSENGERS)("%s is left alone for as long as it asks", async (kind) => {
    const { sendTest, log } = await connected(kind);
    await messengers.fail({ vendor: kind, kind: "rate_limited", seconds: 1_800 });
    await sendTest();
    expect(await log()).toMatchObject([{ state: "waiting", attempts: [{ status: 429 }] }]);
    await pass(20 * MINUTE_MS);
    expect(await messengers.messages()).toEqual([]);
    await pass(11 * MINUTE_MS);
    expect(await messengers.messages()).toHaveLength(1);
    expect(await log()).toMatchObject([{ state: "delivered" }]);
  });

  test.each(MESSENGERS)("a message that %s could not take is sent again", async (kind) => {
    const { sendTest, shown, log } = await connected(kind);
    await messengers.fail({ vendor: kind, kind: "down" });
    await messengers.fail({ vendor: kind, kind: "no_answer" });
    await sendTest();
    expect((await shown()).failingSinceMs).not.toBeNull();
    await pass(6 * SECOND_MS);
    await pass(6 * MINUTE_MS);
    expect(await messengers.messages()).toHaveLength(1);
    const [delivery] = await log();
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.attempts.map(({ status }) => status === null)).toEqual([false, true, false]);
    expect(await shown()).toMatchObject({ isOn: true, failingSinceMs: null });
  });

  test("a message whose answer was lost is sent again, and the log shows both attempts", async () => {
    const { sendTest, log } = await connected("telegram");
    await messengers.fail({ vendor: "telegram", kind: "lost_answer" });
    await sendTest();
    await pass(6 * SECOND_MS);
    expect(await messengers.messages()).toHaveLength(2);
    expect(await log()).toMatchObject([
      { state: "delivered", attempts: [{ status: null }, { status: 200 }] },
    ]);
  });

  test("a slow messenger moves to the slow queue until it is fast again", async () => {
    const { owner, endpointId } = await connected("slack");
    await world().setVariables({ MESSENGERS_API_URL: slow().url.slice(0, -1) });
    const queues: unknown[] = [];
    for (const seconds of [6, 1, 1]) {
      const held: (() => void)[] = [];
      slow().behave((response) => {
        held.push(() => response.writeHead(200).end("ok"));
      });
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await eventually(() => held.length === 1);
      queues.push((await world().rows("jobs")).find(({ key }) => key === endpointId)?.kind);
      world().skip(seconds * SECOND_MS);
      for (const release of held) release();
      await world().settle();
    }
    expect(queues).toEqual(["webhook", "slowWebhook", "webhook"]);
    expect((await logOf(owner, endpointId)).map(({ state }) => state)).toEqual(
      Array(3).fill("delivered"),
    );
    await world().setVariables({ MESSENGERS_API_URL: messengers.url() });
  });

  test("five days of failures alone switch a connection off", async () => {
    const { sendTest, shown } = await connected("slack");
    await messengers.fail({ vendor: "slack", kind: "down", times: 100 });
    for (let day = 0; day < 6; day++) {
      if ((await shown()).isOn) await sendTest();
      await pass(DAY_MS);
    }
    expect(await shown()).toMatchObject({ isOn: false, off: { why: "failing" } });
  });

  // T112: docs/security.md
  test.each(MESSENGERS)(
    "what a visitor says has no effect in %s: no mention, no markup, no link with another text",
    async (kind) => {
      const { owner } = await connected(kind);
      const said = [
        "@everyone <!channel> <@U123> @ada [here](https://evil.example) <https://evil.example|here>",
        '<a href="https://evil.example">x</a> *b* _i_ `c` </b> &lt;b&gt; {{DATE(2017-02-14T06:00:00Z)}}',
      ].join(" ");
      const callId = await call(owner, { name: said }, "<b>@here</b>");
      const [message] = await messengers.messages();
      // The stand-in reads the markup as the vendor does: everything is still there, as text.
      const shown = message?.text.replaceAll("\u2060", "");
      expect(shown).toContain(said);
      expect(shown).not.toContain("was notified");
      expect(shown?.split("\n")[0]).toBe("New inbox entry: a call with <b>@here</b>");
      expect(message?.links).toEqual([`${SITE_URL}/dashboard/inbox?call=${callId}`]);
      if (kind === "discord")
        expect(message?.body).toMatchObject({ allowed_mentions: { parse: [] } });
      if (kind === "telegram") expect(message?.text).not.toMatch(/(?<!\w)@\w/);
      if (kind === "slack") expect(JSON.stringify(message?.body)).not.toMatch(/<[!@#]/);
    },
  );

  test.each(MESSENGERS)("what is too long for %s is shortened", async (kind) => {
    const { owner } = await connected(kind);
    const keys = Array.from({ length: 12 }, (_, index) => `item ${index}`);
    await call(owner, Object.fromEntries(keys.map((key) => [key, "<&*_@\u{1F35E}".repeat(100)])));
    const [message] = await messengers.messages();
    // A card of Teams has room for all that an event can hold.
    expect(message?.text.includes("…")).toBe(kind !== "teams");
  });

  // T111: docs/security.md
  test("the address and the token appear nowhere once they are saved", async () => {
    for (const kind of MESSENGERS) {
      const { owner, shown, log, sendTest } = await connected(kind);
      await messengers.fail({ vendor: kind, kind: "gone" });
      await sendTest();
      const exported = await owner.query(api.account.exportAccount, {});
      const seen = JSON.stringify([
        ...[await shown(), await log(), exported],
        await owner.query(api.webhooks.listEndpoints, {}),
        await world().rows("webhookDeliveries"),
        await world().rows("mails"),
        await world().rows("jobs"),
      ]);
      for (const secret of SECRETS) expect(seen).not.toContain(secret);
    }
  });

  // T111: docs/security.md
  test("an answer that repeats the address is shown without it", async () => {
    const { sendTest, log } = await connected("slack");
    // Nothing listens at port 9, and the failure may name the address.
    await world().setVariables({ MESSENGERS_API_URL: "http://127.0.0.1:9" });
    await sendTest();
    const [delivery] = await log();
    expect(delivery?.attempts).toMatchObject([{ status: null }]);
    for (const secret of SECRETS) expect(JSON.stringify(delivery)).not.toContain(secret);
    await world().setVariables({ MESSENGERS_API_URL: messengers.url() });
    await pass(6 * SECOND_MS);
    expect(await log()).toMatchObject([{ state: "delivered" }]);
  });

  // T111: docs/security.md
  test("another owner can neither see nor use a connection", async () => {
    const { endpointId, sendTest, log } = await connected("discord");
    await sendTest();
    const stranger = await world().signUp();
    const [delivery] = await log();
    const paginationOpts = { cursor: null, numItems: 5 };
    expect(await stranger.query(api.messengers.listMessengers, {})).toEqual([]);
    const refused = { data: { code: "webhook_not_found" } };
    for (const attempt of [
      () =>
        stranger.mutation(api.messengers.changeMessenger, { endpointId, url: EXAMPLES.discord }),
      () => stranger.mutation(api.webhooks.sendTest, { endpointId }),
      () => stranger.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: false }),
      () => stranger.mutation(api.webhooks.removeEndpoint, { endpointId }),
      () => stranger.mutation(api.webhooks.resend, { deliveryId: must(delivery, "delivery").id }),
      () => stranger.query(api.webhooks.pageDeliveries, { endpointId, paginationOpts }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(refused);
    }
  });

  // T111: docs/security.md
  test("a connection leads to its messenger only, whatever it is changed to", async () => {
    const { owner, endpointId } = await connected("slack");
    const own = "https://example.com/hook";
    await expect(
      owner.mutation(api.webhooks.changeEndpoint, { endpointId, url: own }),
    ).rejects.toMatchObject({ data: { code: "webhook_not_found" } });
    await expect(owner.mutation(api.webhooks.rotateSecret, { endpointId })).rejects.toMatchObject({
      data: { code: "webhook_not_found" },
    });
    for (const changes of [
      ...[
        { url: own },
        { url: EXAMPLES.discord },
        { url: "http://127.0.0.1:4282/services/T1/B1/x" },
      ],
      ...[{ token: EXAMPLES.telegramToken }, { chatId: EXAMPLES.telegramChat }, { events: [] }],
    ]) {
      await expect(
        owner.mutation(api.messengers.changeMessenger, { endpointId, ...changes }),
      ).rejects.toThrow();
    }
    const server = await owner.mutation(api.webhooks.addEndpoint, {
      url: own,
      events: ["call.ended"],
    });
    await expect(
      owner.mutation(api.messengers.changeMessenger, {
        endpointId: server.id,
        url: EXAMPLES.slack,
      }),
    ).rejects.toMatchObject({ data: { code: "webhook_not_found" } });
  });

  test("a new address or chat switches a connection on again, and the old one gets nothing", async () => {
    const { owner, endpointId, sendTest, shown } = await connected("telegram");
    await owner.mutation(api.messengers.changeMessenger, { endpointId, chatId: "@bakery" });
    await owner.mutation(api.messengers.changeMessenger, { endpointId, events: ["call.ended"] });
    await sendTest();
    expect(await shown()).toMatchObject({ chatId: "@bakery", events: ["call.ended"] });
    expect(await messengers.messages()).toMatchObject([{ channel: "@bakery" }]);
  });

  test("an owner has at most ten connections, beside the webhook endpoints", async () => {
    const owner = await world().signUp();
    const add = () =>
      owner.mutation(api.messengers.addMessenger, { to: TO.slack, events: ["call.ended"] });
    for (let count = 0; count < MAX_MESSENGERS; count++) await add();
    await expect(add()).rejects.toMatchObject({ data: { code: "messenger_rejected" } });
    const url = "https://example.com/hook";
    await owner.mutation(api.webhooks.addEndpoint, { url, events: ["call.ended"] });
    expect(await owner.query(api.webhooks.listEndpoints, {})).toHaveLength(1);
    expect(await owner.query(api.messengers.listMessengers, {})).toHaveLength(MAX_MESSENGERS);
  });

  test("nothing is left of a deleted connection or of a deleted account", async () => {
    const removed = await connected("slack");
    await removed.sendTest();
    const kept = await connected("telegram");
    await kept.sendTest();
    await removed.owner.mutation(api.webhooks.removeEndpoint, { endpointId: removed.endpointId });
    await kept.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const owners = [removed.owner.userId, kept.owner.userId];
    for (const table of ["webhookEndpoints", "webhookDeliveries"] as const) {
      const left = (await world().rows(table)).filter((row) => owners.includes(row.ownerId));
      expect(left).toEqual([]);
    }
  });

  // T111: docs/security.md
  test("a stand-in that is not on this machine gets no address", async () => {
    const { sendTest, log } = await connected("slack");
    await world().setVariables({ MESSENGERS_API_URL: "https://collector.example" });
    await sendTest();
    expect(await messengers.messages()).toEqual([]);
    expect(await log()).toMatchObject([{ attempts: [{ status: null }] }]);
    await world().setVariables({ MESSENGERS_API_URL: messengers.url() });
    await pass(6 * SECOND_MS);
    expect(await messengers.messages()).toHaveLength(1);
  });
});
