import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { register as registerMigrations } from "@convex-dev/migrations/test";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import type { TestConvex } from "convex-test";
import { vi } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { sendResponse } from "@hark/stand-in-kit/web-exchange";
import schema from "../../convex/schema";
import { eventually } from "../eventually.ts";
import { callerOf } from "../caller.ts";
import type { World } from "./world.ts";

const TICK_MS = 5;

export async function openInMemory(): Promise<World> {
  // Time comes from the world's clock. Timers stay real, because real servers are involved.
  vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true, advanceTimeDelta: TICK_MS });
  const scheduled = followClock();
  const modules = import.meta.glob(["../../convex/**/*.{js,ts}", "!../../convex/**/*.*.ts"]);
  const test = convexTest({ schema, modules });
  registerMigrations(test);
  registerRateLimiter(test);
  registerRateLimiter(test, "visitorLimits");
  vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests");
  const site = await openSite(test);
  vi.stubEnv("CONVEX_SITE_URL", site.url);
  vi.stubEnv("CONVEX_CLOUD_URL", site.url);
  const clock = new AdjustableClock();
  const settle = () =>
    eventually(async () => {
      // Counting reads every document, so it is avoided while the answer is known.
      await test.finishInProgressScheduledFunctions();
      return (await unfinished(test)) === 0;
    });
  const skip = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    clock.advance(0);
    scheduled.runDue();
  };
  let owners = 0;

  return {
    visitor: callerOf(test),
    inside: callerOf(test),
    async signUp(address) {
      owners += 1;
      const email = address ?? `owner-${owners}@example.com`;
      const ids = await test.run(async (ctx) => {
        const userId = await ctx.db.insert("users", { email });
        const expirationTime = Date.now() + YEAR_MS;
        return {
          userId,
          sessionId: await ctx.db.insert("authSessions", { userId, expirationTime }),
        };
      });
      const subject = `${ids.userId}|${ids.sessionId}`;
      const own = test.withIdentity({ subject });
      const { userId } = ids;
      const otherSession = () =>
        test.run(async (ctx) => {
          const expirationTime = Date.now() + YEAR_MS;
          return await ctx.db.insert("authSessions", { userId, expirationTime });
        });
      const token = async () => tokenOf(subject);
      return { ...callerOf(own), userId, email, token, otherSession };
    },
    clock,
    async advance(ms) {
      skip(ms);
      await settle();
    },
    skip,
    knowsAddresses: false,
    siteUrl: site.url,
    rows: (table) => test.run(async (ctx) => await ctx.db.query(table).collect()),
    insert: (table, documents) =>
      test.run(async (ctx) => {
        for (const document of documents) await ctx.db.insert(table, document);
      }),
    storedFiles: () =>
      test.run(async (ctx) => {
        const files = await ctx.db.system.query("_storage").collect();
        return files.map(({ _id }) => _id);
      }),
    async setVariables(variables) {
      for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    },
    settle,
    unfinished: () => unfinished(test),
    async close() {
      await settle();
      await site.close();
      vi.unstubAllEnvs();
      scheduled.restore();
      vi.useRealTimers();
    },
  };
}

/** The function in convex-test that sets the timers of scheduled functions. */
const SCHEDULER = "frameworkSetTimeout";
/** The function in Stripe's client that waits before it tries again. */
const STRIPE_RETRY = "retryRequest";

/**
 * Scheduled functions run by the world's clock instead of the machine's, and Stripe's client tries again at once. All other
 * timers stay real, because the servers that tests use are real.
 */
function followClock() {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const waiting = new Map<unknown, { dueMs: number; run: () => void }>();
  const setAny = (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const callers = ms > 0 ? callersOfThis() : [];
    if (callers.includes(STRIPE_RETRY)) return set(task, 0, ...args);
    if (!callers.includes(SCHEDULER)) return set(task, ms, ...args);
    const dueMs = Date.now() + ms;
    const run = () => {
      clear(timer);
      if (waiting.delete(timer)) task(...args);
    };
    // On a busy machine the world's clock falls behind the machine's, and nothing may run before its time.
    const runIfDue = () => {
      const leftMs = dueMs - Date.now();
      if (leftMs <= 0) run();
      else if (waiting.has(timer)) set(runIfDue, leftMs);
    };
    const timer = set(runIfDue, ms);
    waiting.set(timer, { dueMs, run });
    return timer;
  };
  const clearAny = (timer: NodeJS.Timeout | undefined) => {
    waiting.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, { setTimeout: setAny, clearTimeout: clearAny });
  return {
    runDue() {
      const due = [...waiting.values()].filter(({ dueMs }) => dueMs <= Date.now());
      for (const { run } of due.sort((a, b) => a.dueMs - b.dueMs)) run();
    },
    restore() {
      for (const timer of waiting.keys()) clear(timer as NodeJS.Timeout);
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    },
  };
}

/** The functions on the stack. Reading it as text is slow, because Vite then maps each line to its source. */
function callersOfThis(): (string | null)[] {
  const before: unknown = Reflect.get(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFunctionName());
  const { stack } = new Error();
  Reflect.set(Error, "prepareStackTrace", before);
  return stack as unknown as (string | null)[];
}

const YEAR_MS = 365 * 24 * 3_600_000;

/** Finished functions stay in the table. The filter leaves them out, because converting each one takes time. */
async function unfinished(test: TestConvex<typeof schema>): Promise<number> {
  return await test.run(async (ctx) => {
    const due = await ctx.db.system
      .query("_scheduled_functions")
      .filter((q) =>
        q.or(
          q.eq(q.field("state.kind"), "inProgress"),
          q.and(
            q.eq(q.field("state.kind"), "pending"),
            q.lte(q.field("scheduledTime"), Date.now()),
          ),
        ),
      )
      .collect();
    return due.length;
  });
}

/** convex-test reads no tokens, so the bearer contains the user itself. */
const BEARER = /^Bearer test:(.+)$/;
const tokenOf = (subject: string) => `test:${subject}`;

/** Longer than clients keep idle connections, so that no connection closes just when it is used. */
const KEEP_ALIVE_MS = 75_000;

/** Serves the app's HTTP routes on a port, for real servers and browsers. */
async function openSite(test: TestConvex<typeof schema>) {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => void answer(test, request, response),
  );
  return { url: await listen(server, 0), close: () => closeServer(server) };
}

async function answer(
  test: TestConvex<typeof schema>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await buffer(request);
  const { method = "GET", url = "/", headers } = request;
  const subject = BEARER.exec(headers.authorization ?? "")?.[1];
  const known = subject === undefined ? test : test.withIdentity({ subject });
  const [from] = String(headers["x-forwarded-for"] ?? request.socket.remoteAddress).split(",");
  const caller = known.withRequestMetadata({ ip: from ?? null });
  const answered = await caller.fetch(url, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(sent.length === 0 ? {} : { body: sent }),
  });
  await sendResponse(answered, response);
}
