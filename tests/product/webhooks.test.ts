import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../convex/shared/webhooks";
import { eventually } from "../eventually.ts";
import { answers, FAIL, isGenuine, ACCEPT } from "./receiver.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "./talk.ts";
import { withReceiver } from "./with-receiver.ts";
import { onEachBackend } from "./world.ts";
import type { Owner } from "./world.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Between two attempts. */
const SCHEDULE_MS = [
  ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Convex runs more scheduled functions here, so that SLOW_PLACES are left for slow deliveries. */
const SCHEDULED_FUNCTIONS = "16";
const SLOW_PLACES = 2;

onEachBackend((world) => {
  const receiver = withReceiver(world, { ...SILENT_PLATFORM, SCHEDULED_FUNCTIONS });

  /** Does what the cron does, which one of the backends does not run. */
  const sweep = async () => {
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
  };
  const pass = async (ms: number) => {
    await world().advance(ms);
    await sweep();
  };

  async function listener(events: readonly WebhookEvent[] = WEBHOOK_EVENTS, path = "hook") {
    const owner = await world().signUp();
    const url = `${receiver.url}${path}`;
    const added = await owner.mutation(api.webhooks.addEndpoint, { url, events: [...events] });
    return { owner, endpointId: added.id, secret: added.secret };
  }

  async function log(owner: Owner, endpointId: Id<"webhookEndpoints">) {
    const paginationOpts = { cursor: null, numItems: 50 };
    return (await owner.query(api.webhooks.pageDeliveries, { endpointId, paginationOpts })).page;
  }

  async function endpointOf(owner: Owner) {
    const [endpoint] = await owner.query(api.webhooks.listEndpoints, {});
    return must(endpoint, "endpoint");
  }

  const sendTest = async (owner: Owner, endpointId: Id<"webhookEndpoints">) => {
    await owner.mutation(api.webhooks.sendTest, { endpointId });
    await world().settle();
  };
  const typesIn = () => receiver.received.map(({ event }) => event.type);

  /** A call in which the visitor gave a name. */
  async function call(owner: Owner): Promise<{ callId: Id<"calls">; assistantId: string }> {
    const { assistantId, embedId } = await voicedAssistant(world(), owner, "Front desk");
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const startedAtMs = world().clock.now();
    const send = async (message: object) => {
      expect((await sendReport(world(), message)).status).toBe(200);
      await world().settle();
    };
    await send(statusUpdate(platformCallId, "in-progress", startedAtMs));
    await world().advance(20 * SECOND_MS);
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: 20 });
    const left = { found: { name: "Maria", order: "two loaves" }, unanswered: ["Do you ship?"] };
    const sent = { ...report, artifact: { ...report.artifact, ...foundOut(left) } };
    await send(sent);
    // A repeated report is announced once.
    await send(sent);
    return { callId, assistantId };
  }

  test("a call is announced when it starts, when it ends, and with its outcome, each once and signed", async () => {
    const { owner, secret } = await listener();
    const { callId, assistantId } = await call(owner);
    expect(typesIn()).toEqual(["call.started", "call.ended", "outcome.created"]);
    const [started, ended, outcome] = receiver.received;
    const of = { callId, assistantId, assistantName: "Front desk" };
    expect(must(started, "start").event.data).toMatchObject({ ...of, isTest: true });
    expect(must(ended, "end").event.data).toMatchObject({
      ...of,
      durationSeconds: 20,
      endedReason: "customer-ended-call",
    });
    expect(must(outcome, "outcome").event.data).toMatchObject({
      ...of,
      found_name: "Maria",
      found_order: "two loaves",
      unanswered: "Do you ship?",
      isSuccessful: true,
    });
    const nowMs = world().clock.now();
    for (const one of receiver.received) {
      expect(isGenuine(one, secret, nowMs)).toBe(true);
      expect(isGenuine(one, `whsec_${btoa("x".repeat(32))}`, nowMs)).toBe(false);
      expect(one.headers["content-type"]).toBe("application/json");
      expect(one.path).toBe("/hook");
      expect(Object.values(one.event.data).some((value) => value instanceof Object)).toBe(false);
    }
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  });

  test("an owner receives only the selected events, and other owners none", async () => {
    const { owner } = await listener(["outcome.created"]);
    await listener(["call.ended"], "stranger");
    await call(owner);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    expect(typesIn()).toEqual(["outcome.created"]);
  });

  test("a receiver that was down for two days gets every event once when it recovers", async () => {
    const { owner, endpointId } = await listener(["call.ended", "outcome.created"]);
    receiver.behave(FAIL);
    for (let hours = 0; hours < 48; hours += 4) {
      if (hours % 16 === 0) await call(owner);
      await pass(4 * HOUR_MS);
    }
    const tried = new Set(receiver.received.map(({ id }) => id));
    expect(tried.size).toBe(6);
    receiver.received.length = 0;
    receiver.behave(ACCEPT);
    await pass(24 * HOUR_MS);
    await pass(MINUTE_MS);
    const ids = receiver.received.map(({ id }) => id);
    expect(ids.toSorted()).toEqual([...tried].toSorted());
    expect((await log(owner, endpointId)).map(({ state }) => state)).toEqual(
      Array(6).fill("delivered"),
    );
    expect(await endpointOf(owner)).toMatchObject({ isOn: true, failingSinceMs: null });
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("an event that is never accepted is tried ten times over three days, and then stays in the log", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(answers(500));
    await sendTest(owner, endpointId);
    for (const delayMs of SCHEDULE_MS) await pass(1.11 * delayMs);
    await pass(DAY_MS);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    const [delivery] = await log(owner, endpointId);
    expect(delivery).toMatchObject({ state: "failed", nextAtMs: null });
    expect(delivery?.attempts).toHaveLength(10);
    expect(delivery?.attempts[0]).toMatchObject({ status: 500, response: "status 500" });
    // An operator need not look at it.
    expect(await world().rows("jobs")).toEqual([]);
  });

  test.each([301, 302, 307, 308, 400, 404, 429, 500, 503])("%d is a failure", async (status) => {
    const { owner, endpointId } = await listener();
    receiver.behave(answers(status, { Location: receiver.url }));
    await sendTest(owner, endpointId);
    expect(receiver.received).toHaveLength(1);
    expect(await log(owner, endpointId)).toMatchObject([
      { state: "waiting", attempts: [{ status }] },
    ]);
    await owner.mutation(api.webhooks.removeEndpoint, { endpointId });
  });

  test("a receiver that sends Retry-After is left alone until then", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(answers(429, { "Retry-After": "1800" }));
    await sendTest(owner, endpointId);
    receiver.behave(ACCEPT);
    await pass(20 * MINUTE_MS);
    expect(receiver.received).toHaveLength(1);
    await pass(11 * MINUTE_MS);
    expect(receiver.received).toHaveLength(2);
  });

  test("a receiver that responds with 410 gets nothing more until its owner enables it again", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(answers(410));
    await sendTest(owner, endpointId);
    expect(await endpointOf(owner)).toMatchObject({ isOn: false, off: { why: "gone" } });
    receiver.behave(ACCEPT);
    await call(owner);
    expect(receiver.received).toHaveLength(1);
    await expect(owner.mutation(api.webhooks.sendTest, { endpointId })).rejects.toMatchObject({
      data: { code: "webhook_rejected" },
    });
    await owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: true });
    await sendTest(owner, endpointId);
    expect(await endpointOf(owner)).toMatchObject({ isOn: true, off: null });
    expect(typesIn()).toEqual(["test", "test"]);
  });

  test("five days of failures disable an endpoint, and queued events are sent when it is enabled", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(FAIL);
    for (let day = 0; day < 6; day++) {
      if ((await endpointOf(owner)).isOn) await sendTest(owner, endpointId);
      await pass(DAY_MS);
    }
    expect(await endpointOf(owner)).toMatchObject({ isOn: false, off: { why: "failing" } });
    const waiting = (await log(owner, endpointId)).filter(({ state }) => state === "waiting");
    expect(waiting.length).toBeGreaterThan(0);
    receiver.received.length = 0;
    receiver.behave(ACCEPT);
    await owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn: true });
    await world().settle();
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(
      waiting.map(({ eventId }) => eventId).toSorted(),
    );
  });

  // T63: docs/security.md
  test("a delivery is resent with its first ID, and a rotated secret takes over within a day", async () => {
    const { owner, endpointId, secret } = await listener();
    await sendTest(owner, endpointId);
    const [delivery] = await log(owner, endpointId);
    const { id: deliveryId } = must(delivery, "delivery");
    const next = await owner.mutation(api.webhooks.rotateSecret, { endpointId });
    await owner.mutation(api.webhooks.resend, { deliveryId });
    await world().settle();
    await world().advance(25 * HOUR_MS);
    await owner.mutation(api.webhooks.resend, { deliveryId });
    await world().settle();
    const [first, second, third] = receiver.received.map((one) => {
      const sentMs = Number(one.headers["webhook-timestamp"]) * 1000;
      return [isGenuine(one, secret, sentMs), isGenuine(one, next, sentMs)];
    });
    expect([first, second, third]).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect((await log(owner, endpointId))[0]?.attempts).toHaveLength(3);
  });

  // T63: docs/security.md
  test("a secret is shown once, and is neither stored nor shown in readable form", async () => {
    const { owner, endpointId, secret } = await listener();
    const next = await owner.mutation(api.webhooks.rotateSecret, { endpointId });
    await sendTest(owner, endpointId);
    const [endpoints, deliveries] = [
      await world().rows("webhookEndpoints"),
      await world().rows("webhookDeliveries"),
    ];
    expect(endpoints.map(({ _id }) => _id)).toContain(endpointId);
    const shown = [await owner.query(api.webhooks.listEndpoints, {}), await log(owner, endpointId)];
    const text = JSON.stringify([endpoints, deliveries, shown]);
    for (const told of [secret, next]) expect(text).not.toContain(told.replace("whsec_", ""));
  });

  // T64: docs/security.md
  test("receivers that hang or fail do not delay those that respond", async () => {
    const bad: Awaited<ReturnType<typeof listener>>[] = [];
    for (let count = 0; count < SLOW_PLACES + 2; count++) {
      bad.push(await listener(["call.ended"], "bad"));
    }
    receiver.behave((response, one) => {
      response.writeHead(one.path === "/bad" ? 500 : 204).end();
    });
    for (const { owner, endpointId } of bad) {
      await owner.mutation(api.webhooks.sendTest, { endpointId });
    }
    await world().settle();
    // They have failed once, and hang from now on: more than there are slots for slow deliveries.
    const held: (() => void)[] = [];
    receiver.behave((response, one) => {
      if (one.path !== "/bad") return ACCEPT(response, one);
      held.push(() => response.writeHead(204).end());
    });
    world().skip(6 * MINUTE_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await eventually(() => held.length === SLOW_PLACES);
    const good = await listener(["call.ended"], "good");
    await good.owner.mutation(api.webhooks.sendTest, { endpointId: good.endpointId });
    await eventually(() => receiver.received.some(({ path }) => path === "/good"));
    expect(held).toHaveLength(SLOW_PLACES);
    receiver.behave(ACCEPT);
    for (const release of held) release();
    await world().settle();
  });

  // T64: docs/security.md
  test("a slow receiver moves to the slow queue until it is fast again", async () => {
    const { owner, endpointId } = await listener();
    const laneNow = async () =>
      (await world().rows("jobs")).find(({ key }) => key === endpointId)?.kind;
    const lanes: unknown[] = [];
    const takes = async (ms: number) => {
      const held: (() => void)[] = [];
      receiver.behave((response, one) => {
        held.push(() => ACCEPT(response, one));
      });
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await eventually(() => held.length === 1);
      lanes.push(await laneNow());
      world().skip(ms);
      for (const release of held) release();
      await world().settle();
    };
    for (const seconds of [6, 1, 1]) await takes(seconds * SECOND_MS);
    expect(lanes).toEqual(["webhook", "slowWebhook", "webhook"]);
  });

  // T64: docs/security.md
  test("a run sends ten deliveries, and then others have their turn", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(FAIL);
    for (let count = 0; count < 12; count++) await sendTest(owner, endpointId);
    const runs = new Map<unknown, number>();
    receiver.behave((response, one) => {
      void world()
        .rows("jobs")
        .then((rows) => {
          const run = rows.find(({ leaseId }) => leaseId !== null)?.leaseId;
          runs.set(run, (runs.get(run) ?? 0) + 1);
          ACCEPT(response, one);
        });
    });
    await pass(HOUR_MS);
    await pass(HOUR_MS);
    // Its first response moves the endpoint back to the fast queue.
    expect([...runs.values()]).toEqual([1, 10, 1]);
  });

  test.each(["and nobody hears of it", "and it is heard of late"])(
    "a run that is interrupted after its request (%s) is followed by another with the same ID",
    async (end) => {
      const { owner, endpointId } = await listener();
      const held: (() => void)[] = [];
      receiver.behave((response) => {
        held.push(() => response.writeHead(204).end());
      });
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await eventually(() => held.length === 1);
      receiver.behave(ACCEPT);
      world().skip(6 * MINUTE_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await eventually(async () => (await log(owner, endpointId))[0]?.state === "delivered");
      if (end === "and it is heard of late") for (const release of held) release();
      else receiver.hangUp();
      await world().settle();
      await sweep();
      const [delivery] = await log(owner, endpointId);
      expect(delivery).toMatchObject({ state: "delivered", nextAtMs: null });
      expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery?.eventId]));
      expect(receiver.received).toHaveLength(2);
      expect(await world().rows("jobs")).toEqual([]);
    },
  );

  // T61: docs/security.md
  test("an owner has at most five endpoints, and their URLs are validated", async () => {
    const { owner, endpointId } = await listener();
    const add = (url: string) =>
      owner.mutation(api.webhooks.addEndpoint, { url, events: ["call.ended"] });
    for (const url of ["http://127.0.0.1:1/", "https://10.0.0.1/", "https://db.internal/"]) {
      await expect(add(url)).rejects.toMatchObject({ data: { code: "webhook_rejected" } });
      await expect(
        owner.mutation(api.webhooks.changeEndpoint, { endpointId, url }),
      ).rejects.toMatchObject({ data: { code: "webhook_rejected" } });
    }
    for (let count = 1; count < 5; count++) await add(`https://example.com/${count}`);
    await expect(add("https://example.com/")).rejects.toMatchObject({
      data: { code: "webhook_rejected" },
    });
  });

  test("nothing is left of a deleted endpoint or of a deleted account", async () => {
    const { owner, endpointId } = await listener();
    await sendTest(owner, endpointId);
    const kept = await listener();
    await sendTest(kept.owner, kept.endpointId);
    await owner.mutation(api.webhooks.removeEndpoint, { endpointId });
    await kept.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    const owners = [owner.userId, kept.owner.userId];
    for (const table of ["webhookEndpoints", "webhookDeliveries"] as const) {
      const left = (await world().rows(table)).filter((row) => owners.includes(row.ownerId));
      expect(left).toEqual([]);
    }
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("deliveries are kept for thirty days", async () => {
    const { owner, endpointId } = await listener();
    await sendTest(owner, endpointId);
    await world().advance(29 * DAY_MS);
    await world().inside.mutation(
      internal.notifications.webhooks.deliveryLog.deleteOldDeliveries,
      {},
    );
    expect(await log(owner, endpointId)).toHaveLength(1);
    await world().advance(2 * DAY_MS);
    await world().inside.mutation(
      internal.notifications.webhooks.deliveryLog.deleteOldDeliveries,
      {},
    );
    await world().settle();
    // Earlier deliveries are older than the session.
    const left = (await world().rows("webhookDeliveries")).filter(
      (row) => row.endpointId === endpointId,
    );
    expect(left).toEqual([]);
  });
});
