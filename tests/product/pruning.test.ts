/** Expired data is deleted, however much of it there is. Only the local backend takes so much at once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import { newAssistant } from "./samples.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** More than one run deletes. */
const MANY = 250;
const many = Array.from({ length: MANY }, (_, index) => index);

let world: LocalWorld;
beforeAll(async () => {
  world = await openLocal();
});
afterAll(() => world.close());

async function sessionOf(owner: Owner): Promise<Id<"authSessions">> {
  const sessions = await world.rows("authSessions");
  const [own] = sessions.filter(({ userId }) => userId === owner.userId);
  if (own === undefined) throw new Error("No session");
  return own._id;
}

// T45: docs/security.md
test("sessions, codes, verifiers and failed attempts are deleted when they have expired, and not earlier", async () => {
  const owner = await world.signUp();
  const nowMs = world.clock.now();
  // All at the same time, so that only their IDs differ.
  for (const expirationTime of [nowMs + HOUR_MS / 2, nowMs + 2 * HOUR_MS]) {
    const expiring = many.map(() => ({ userId: owner.userId, expirationTime }));
    await world.insert("authSessions", expiring);
    const [account] = await world.rows("authAccounts");
    if (account === undefined) throw new Error("No account");
    await world.insert(
      "authVerificationCodes",
      many.map((index) => ({
        accountId: account._id,
        provider: "password",
        code: `${expirationTime} ${index}`,
        expirationTime,
      })),
    );
    const lastAttemptTime = expirationTime - HOUR_MS;
    await world.insert(
      "authRateLimits",
      many.map((index) => ({ identifier: `${index}`, lastAttemptTime, attemptsLeft: 0 })),
    );
  }
  await world.insert(
    "authVerifiers",
    many.map((index) => ({ signature: `${index}` })),
  );
  const tables = [
    "authSessions",
    "authVerificationCodes",
    "authRateLimits",
    "authVerifiers",
  ] as const;
  const counts = () => Promise.all(tables.map(async (table) => (await world.rows(table)).length));

  expect(await counts()).toEqual([501, 500, 500, MANY]);
  await world.advance(HOUR_MS);
  await world.insert("authVerifiers", [{ signature: "new" }]);
  await world.inside.mutation(internal.accounts.sessions.deleteExpiredSignIns, {});
  await world.settle();
  expect(await counts()).toEqual([251, 250, 250, 1]);
  expect(await owner.query(api.auth.isAuthenticated, {})).toBe(true);
});

test("an expired session is deleted with all of its tokens", async () => {
  const owner = await world.signUp();
  const sessionId = await sessionOf(owner);
  const expirationTime = world.clock.now() + 60 * DAY_MS;
  await world.insert(
    "authRefreshTokens",
    many.map(() => ({ sessionId, expirationTime })),
  );
  await world.advance(31 * DAY_MS);
  await world.inside.mutation(internal.accounts.sessions.deleteExpiredSignIns, {});
  await world.settle();
  const tokens = await world.rows("authRefreshTokens");
  expect(tokens.filter((token) => token.sessionId === sessionId)).toEqual([]);
});

// T45: docs/security.md
test("rate-limit counters are deleted after a week, and not earlier", async () => {
  const from = { browser: null };
  for (const index of many) {
    const network = `198.51.100.${index}`;
    await world.inside.mutation(internal.accounts.passwordAuth.admit, {
      ...from,
      network,
      email: network,
    });
  }
  await world.advance(6 * DAY_MS);
  await world.inside.mutation(internal.accounts.passwordAuth.admit, {
    ...from,
    network: "new",
    email: "new",
  });
  await world.inside.mutation(internal.lib.rateLimits.deleteOldCounts, {});
  await world.settle();
  expect(await counted()).toHaveLength(100);

  await world.advance(1.5 * DAY_MS);
  await world.inside.mutation(internal.lib.rateLimits.deleteOldCounts, {});
  await world.settle();
  const left = (await counted()) as { name: string }[];
  expect(left.map(({ name }) => name).sort()).toEqual([
    "signInsByAccount",
    "signInsByNetwork",
    "signInsByNetworkAndAccount",
  ]);
});

// T45, T50: docs/security.md
test("the backend's own jobs delete expired data", async () => {
  const owner = await world.signUp();
  const nowMs = world.clock.now();
  const assistantId = await owner.mutation(api.assistants.createAssistant, newAssistant());
  const kind = {
    kind: "testing",
    allowance: "free",
    status: "ended",
    endSource: "report",
  } as const;
  const times = { maxDurationSeconds: 60, createdAtMs: nowMs, deleteAtMs: nowMs + HOUR_MS };
  await world.insert("calls", [
    { ownerId: owner.userId, assistantId, ...kind, isLive: false, ...times },
  ]);
  await world.insert("authVerifiers", [{ signature: "left behind" }]);
  await world.inside.mutation(internal.accounts.passwordAuth.admit, {
    ...{ browser: null, network: "of long ago", email: "of long ago" },
  });
  expect(await counted()).not.toEqual([]);
  for (let day = 0; day < 9; day++) await world.advance(DAY_MS);
  const left = [
    (await world.rows("calls")).filter(({ ownerId }) => ownerId === owner.userId),
    (await world.rows("authVerifiers")).filter(({ signature }) => signature === "left behind"),
    await counted(),
  ];
  expect(left).toEqual([[], [], []]);
});

// T45: docs/security.md
test("they also delete logs, and requests that were never used", async () => {
  const owner = await world.signUp();
  const { userId: ownerId } = owner;
  const atMs = world.clock.now();
  const name = "of long ago";
  await world.insert("webhookEndpoints", [
    {
      ...{ ownerId, url: "https://owner.example", events: [], isOn: true, off: null },
      ...{ secretNumber: 1, rotatedAtMs: null, failingSinceMs: null },
      ...{ isSlow: false, pausedUntilMs: null },
    },
  ]);
  const [endpoint] = await world.rows("webhookEndpoints");
  const endpointId = must(endpoint, "endpoint")._id;
  await world.insert("webhookDeliveries", [
    {
      ...{ ownerId, endpointId, number: 1, eventId: name, type: "test", body: "{}" },
      ...{ state: "delivered", nextAtMs: null, failures: 0, attempts: [] },
    },
  ]);
  await world.insert("stripeEvents", [{ eventId: name }]);
  await world.insert("mails", [
    {
      ...{ key: name, ownerId, to: "ada@hark.example", usefulUntilMs: null, state: "sent" },
      message: { template: "passwordChanged", atMs },
    },
  ]);
  await world.insert("passwordResets", [{ email: name, wrongCodes: 0, expiresAtMs: atMs }]);
  const sessionId = await sessionOf(owner);
  await world.insert("signIns", [
    { ownerId, sessionId, device: name, timeZone: null, lastSeenAtMs: atMs - DAY_MS },
  ]);
  await owner.action(api.auth.signOut, {});
  const tables = [
    "webhookDeliveries",
    "stripeEvents",
    "mails",
    "passwordResets",
    "signIns",
  ] as const;
  const left = async () => {
    const rows = await Promise.all(tables.map((table) => world.rows(table)));
    return tables.filter((_, index) => JSON.stringify(rows[index]).includes(name));
  };
  expect(await left()).toEqual(tables);
  await world.advance(41 * DAY_MS);
  expect(await left()).toEqual([]);
});

async function counted(): Promise<unknown[]> {
  return await world.rowsOfComponent("rateLimiter", "rateLimits");
}

test("failed jobs are shown for ninety days and then deleted", async () => {
  const nowMs = world.clock.now();
  const given = { kind: "mail" as const, version: 1, enqueuedAtMs: nowMs, attempts: 20 };
  const over = { lastError: "refused", dueAtMs: null, leaseId: null, leaseUntilMs: null };
  await world.insert("jobs", [
    ...many.map((index) => ({
      ...given,
      ...over,
      key: `old ${index}`,
      deadAtMs: nowMs - 91 * DAY_MS,
    })),
    { ...given, ...over, key: "newer", deadAtMs: nowMs - 89 * DAY_MS },
    { ...given, ...over, key: "waiting", dueAtMs: nowMs + DAY_MS, deadAtMs: null },
  ]);
  await world.inside.mutation(internal.jobs.recordRun.deleteOldDeadJobs, {});
  await world.settle();
  const left = (await world.rows("jobs")).map(({ key }) => key);
  expect(left.toSorted()).toEqual(["newer", "waiting"]);
});
