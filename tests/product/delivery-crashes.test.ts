/**
 * Call outcomes on their way to owners' servers and mailboxes, while runs are interrupted at any step. In the end each
 * server has received every event that it subscribes to, with one ID and one body, and no other; each address has
 * received one mail about each call; and the log shows the servers' responses.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { WebhookEvent } from "../../convex/shared/webhooks";
import { dyingRuns, sequences, someFaults } from "./dying-runs.ts";
import type { Fault, Vendor } from "./dying-runs.ts";
import { gateTo } from "./gate.ts";
import { keyIn, openMail } from "./mail-world.ts";
import type { MailService } from "./mail-world.ts";
import { isGenuine, openReceiver } from "./receiver.ts";
import type { Received, Receiver } from "./receiver.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "./talk.ts";
import type { Assistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Owner, World } from "./world.ts";

const CALL_MS = 20_000;
const OUTAGE_HOURS = 48;
/** A delivery that is never accepted is tried for three days. */
const LONG_ROUNDS = { hours: 12, count: 14 };

/** An owner's servers. The last one receives nothing. */
const SERVERS = {
  orders: ["call.started", "call.ended", "outcome.created"],
  shop: ["outcome.created"],
  dead: ["call.ended", "outcome.created"],
} as const satisfies Record<string, readonly WebhookEvent[]>;
type Server = keyof typeof SERVERS;
const NAMES = Object.keys(SERVERS) as Server[];

const STEPS = fc.record({
  do: fc.constantFrom("order", "order", "hang up", "switch", "wait"),
  which: fc.nat(2),
  faults: someFaults(["POST /orders", "POST /shop", "POST /dead", "POST /emails"]),
});
type Step = { do: string; which: number; faults: Fault[] };

interface Endpoint {
  id: Id<"webhookEndpoints">;
  secret: string;
  isOn: boolean;
  /** The expected events: their types and calls. */
  due: string[];
}

interface Story {
  owner: Owner;
  assistant: Assistant;
  endpoints: Record<Server, Endpoint>;
  addresses: string[];
  /** Visitors who left their names. */
  names: string[];
}

onEachBackend((plain) => {
  let receiver: Receiver;
  let mail: { world: World; post: MailService; close(): Promise<void> };
  const world = () => mail.world;
  beforeAll(async () => {
    receiver = await openReceiver();
    mail = await openMail(plain());
    await world().setVariables(SILENT_PLATFORM);
  });
  afterAll(async () => {
    await mail.close();
    await receiver.close();
  });
  const atServers = gateTo(world, "WEBHOOK_RECEIVERS", () => receiver.url.replace(/\/$/, ""));
  const atMail = gateTo(world, "RESEND_API_URL", () => mail.post.standIn.url);
  const runs = dyingRuns(plain, { others: () => mail.post.webhooksSettled() });

  let areAllDown = false;
  let failures: { path: string; status: number }[] = [];
  let taken: Received[] = [];
  function behave(): void {
    receiver.behave((response, one) => {
      const failure = failures.findIndex(({ path }) => path === one.path);
      if (areAllDown || one.path === "/dead") response.destroy();
      else if (failure !== -1) {
        const [{ status } = { status: 500 }] = failures.splice(failure, 1);
        response.writeHead(status).end();
      } else {
        taken.push(one);
        response.writeHead(204).end();
      }
    });
  }
  const servers: Vendor = {
    gate: atServers,
    fail(request, how) {
      const path = must(request.split(" ")[1], "path");
      failures.push({ path, status: how === "refused" ? 400 : 503 });
    },
  };
  const mailService: Vendor = {
    gate: atMail,
    async fail(_request, how) {
      const kind = how === "refused" ? "daily_quota_exceeded" : "internal_server_error";
      await mail.post.control("faults", { kind, times: 1 });
    },
  };

  let people = 0;
  async function begin(): Promise<Story> {
    runs.begin();
    [areAllDown, failures, taken] = [false, [], []];
    receiver.received.length = 0;
    behave();
    people += 1;
    const owner = await world().signUp(`owner-${people}@dying.test`);
    // One of the two backends creates the account without a mail.
    if ((await mail.post.mailTo(owner.email)).length === 0) {
      await owner.mutation(api.account.sendConfirmation, {});
    }
    const key = keyIn(await mail.post.newestTo(owner.email));
    await world().visitor.mutation(api.account.confirmAddress, { key });
    const shop = await agreedAddress(owner, `shop-${people}@dying.test`);
    const endpoints = {} as Story["endpoints"];
    for (const name of NAMES) {
      const url = `${atServers().url}/${name}`;
      const args = { url, events: [...SERVERS[name]] };
      endpoints[name] = {
        ...(await owner.mutation(api.webhooks.addEndpoint, args)),
        ...{ isOn: true, due: [] },
      };
    }
    const stranger = await world().signUp(`stranger-${people}@dying.test`);
    const url = `${atServers().url}/stranger`;
    await stranger.mutation(api.webhooks.addEndpoint, { url, events: [...SERVERS.orders] });
    const assistant = await voicedAssistant(world(), owner, "Bakery", [
      { label: "Name", kind: "text", isRequired: false },
    ]);
    await world().settle();
    return { owner, assistant, endpoints, addresses: [owner.email, shop], names: [] };
  }

  async function agreedAddress(owner: Owner, address: string): Promise<string> {
    const each = { when: "each", assistantId: null, hour: 8, timeZone: "UTC" } as const;
    await owner.mutation(api.outcomeMails.addRecipient, { address, ...each });
    const { text } = await mail.post.newestTo(address);
    const key = must(/recipient=([\w.-]+)/.exec(text)?.[1], "key");
    await world().visitor.mutation(api.outcomeMails.confirmRecipient, { key });
    return address;
  }

  function expectEvent({ endpoints }: Story, type: WebhookEvent, callId: string): void {
    for (const name of NAMES) {
      const { isOn, due } = endpoints[name];
      const wanted: readonly WebhookEvent[] = SERVERS[name];
      if (isOn && wanted.includes(type)) due.push(`${type} ${callId}`);
    }
  }

  async function call(story: Story, leaves: { name: string } | null): Promise<void> {
    const { owner, assistant } = story;
    const { callId, platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    const startedAtMs = world().clock.now();
    const send = async (message: object) => {
      expect((await sendReport(world(), message)).status).toBe(200);
      await runs.quiet();
    };
    expectEvent(story, "call.started", callId);
    await send(statusUpdate(platformCallId, "in-progress", startedAtMs));
    world().skip(CALL_MS);
    expectEvent(story, "call.ended", callId);
    if (leaves !== null) {
      expectEvent(story, "outcome.created", callId);
      story.names.push(leaves.name);
    }
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: CALL_MS / 1000 });
    const left = foundOut(leaves === null ? {} : { found: leaves });
    const sent = { ...report, artifact: { ...report.artifact, ...left } };
    await send(sent);
    // A repeated report is announced once.
    await send(sent);
  }
  const order = (story: Story) => call(story, { name: `Ada ${crypto.randomUUID()}` });

  async function take(story: Story, step: Step): Promise<void> {
    for (const fault of step.faults) {
      await runs.plan(fault.request === "POST /emails" ? mailService : servers, fault);
    }
    if (step.do === "order") await order(story);
    else if (step.do === "hang up") await call(story, null);
    else if (step.do === "switch") await switchOnOrOff(story, must(NAMES[step.which], "server"));
    else await runs.rounds({ count: 1 + step.which, isDone });
    await runs.quiet();
  }

  async function switchOnOrOff({ owner, endpoints }: Story, name: Server): Promise<void> {
    const endpoint = endpoints[name];
    endpoint.isOn = !endpoint.isOn;
    const { id: endpointId, isOn } = endpoint;
    await owner.mutation(api.webhooks.changeEndpoint, { endpointId, isOn });
  }

  /** Interrupted runs stay interrupted for three hours. Then some turn out to have been only slow. */
  async function letTheSlowEnd(): Promise<void> {
    await runs.rounds({ count: 3, isDone });
    runs.wake();
    await world().settle();
  }

  /** No server accepts anything, and visitors continue to call. */
  async function outage(story: Story): Promise<void> {
    // No run is slow for days, because the mail service would have forgotten its idempotency key.
    await letTheSlowEnd();
    areAllDown = true;
    for (let hours = 0; hours < OUTAGE_HOURS; hours += 12) {
      if (hours % 24 === 0) await order(story);
      await runs.rounds({ hours: 6, count: 2, isDone });
    }
    areAllDown = false;
    failures = [];
  }

  const isDone = async () => (await world().rows("jobs")).length === 0;

  async function logOf({ owner }: Story, endpointId: Id<"webhookEndpoints">) {
    const paginationOpts = { cursor: null, numItems: 50 };
    return (await owner.query(api.webhooks.pageDeliveries, { endpointId, paginationOpts })).page;
  }

  const calledIn = ({ event }: Received) => `${event.type} ${String(event.data.callId)}`;
  const eachOnce = (list: string[]) => [...new Set(list)].toSorted();

  async function expectTold(story: Story, name: Server): Promise<void> {
    const { id: endpointId, secret, due } = story.endpoints[name];
    const got = receiver.received.filter(({ path }) => path === `/${name}`);
    expect(eachOnce(got.map(calledIn)), `what came at ${name}`).toEqual(due.toSorted());
    for (const one of got) {
      const sentMs = Number(one.headers["webhook-timestamp"]) * 1000;
      expect(isGenuine(one, secret, sentMs)).toBe(true);
    }
    const endpoints = await story.owner.query(api.webhooks.listEndpoints, {});
    const off = endpoints.find(({ id }) => id === endpointId)?.off?.why;
    // An event that was never accepted was given up, unless its server was given up first.
    const givenUp = off === "failing" ? ["failed", "waiting"] : ["failed"];
    const ends = name === "dead" ? givenUp : ["delivered"];
    const log = await logOf(story, endpointId);
    expect(log, `the log of ${name}`).toHaveLength(due.length);
    const takenIds = new Set(taken.filter(({ path }) => path === `/${name}`).map(({ id }) => id));
    for (const { eventId, body, state, attempts } of log) {
      const tries = got.filter(({ id }) => id === eventId);
      expect(new Set(tries.map((one) => one.body)), eventId).toEqual(new Set([body]));
      expect(ends, eventId).toContain(state);
      expect(takenIds.has(eventId)).toBe(name !== "dead");
      expect(attempts.some(({ status }) => status === 204)).toBe(name !== "dead");
    }
  }

  async function expectMailed({ addresses, names }: Story): Promise<void> {
    for (const address of addresses) {
      const mails = await mail.post.mailTo(address);
      const keys = mails.map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size, `keys of the mail to ${address}`).toBe(keys.length);
      const subjects = mails
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes("from Ada"));
      expect(subjects.toSorted()).toEqual(names.map((name) => `A message from ${name}`).toSorted());
    }
  }

  test("whichever run is interrupted at whichever step, every server and every address hears of every call, and nobody else does", async () => {
    const stories = fc.record({
      steps: fc.array(STEPS, { minLength: 2, maxLength: 6 }),
      hasOutage: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(stories, async ({ steps, hasOutage }) => {
        const story = await begin();
        await order(story);
        for (const step of steps) await take(story, step);
        if (hasOutage) await outage(story);
        for (const name of NAMES) {
          if (!story.endpoints[name].isOn) await switchOnOrOff(story, name);
        }
        await letTheSlowEnd();
        await runs.rounds({ ...LONG_ROUNDS, isDone });

        expect(await world().rows("jobs")).toEqual([]);
        for (const name of NAMES) await expectTold(story, name);
        expect(receiver.received.filter(({ path }) => path === "/stranger")).toEqual([]);
        await expectMailed(story);
      }),
      sequences({ usual: 3, soak: 40 }),
    );
  });
});
