// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Doc } from "../_generated/dataModel";
import { startTest } from "../test.setup";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ALL_OK = { database: "ok", jobs: "ok", vapi: "ok", stripe: "ok", resend: "off" };
const SOUND = { status: 200, body: { status: "ok", dependencies: ALL_OK } };

type Job = Omit<Doc<"jobs">, "_id" | "_creationTime">;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const name of ["TRIAL_KEYS", "VAPI_PRIVATE_KEY", "STRIPE_SECRET_KEY"]) {
    vi.stubEnv(name, "a-key-of-these-tests");
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function setUp() {
  const t = startTest();
  /** A job that is retried in an hour. */
  const insertJob = (job: Partial<Job> & Pick<Job, "kind">) =>
    t.run((ctx) =>
      ctx.db.insert("jobs", {
        ...{ key: "key", version: 1, enqueuedAtMs: Date.now(), attempts: 0, lastError: null },
        ...{ dueAtMs: Date.now() + 60 * MINUTE_MS, leaseId: null, leaseUntilMs: null },
        ...{ deadAtMs: null, ...job },
      }),
    );
  const health = async () => {
    const answer = await t.fetch("/health");
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  return { t, insertJob, health };
}

function failing(dependencies: object) {
  return { status: 503, body: { status: "failing", dependencies: { ...ALL_OK, ...dependencies } } };
}

function turnMailOn() {
  vi.stubEnv("RESEND_API_KEY", "re_unused");
  vi.stubEnv("MAIL_FROM", "Hark <hark@hark.example>");
}

test("a deployment in which nothing fails is healthy, and caches may keep that for ten seconds", async () => {
  const { t, health } = setUp();
  expect(await health()).toEqual(SOUND);
  const { headers } = await t.fetch("/health");
  expect(headers.get("Cache-Control")).toBe("public, max-age=10");
});

test.each([
  ["voiceSync", "vapi"],
  ["callReport", "vapi"],
  ["overageCharge", "stripe"],
  ["mail", "resend"],
] as const)(
  "a job of the kind %s that has failed three times means an outage of %s",
  async (kind, vendor) => {
    turnMailOn();
    const { insertJob, health } = setUp();
    const sound = { status: "ok", dependencies: { ...ALL_OK, resend: "ok" } };
    await insertJob({ kind, attempts: 2 });
    expect(await health()).toEqual({ status: 200, body: sound });
    await insertJob({ kind, attempts: 3 });
    expect(await health()).toEqual(failing({ resend: "ok", [vendor]: "failing" }));
  },
);

test("one job that fails by itself is no outage, as long as others succeed", async () => {
  const { t, insertJob, health } = setUp();
  await t.run((ctx) => ctx.db.insert("stripeEvents", { eventId: "evt_before" }));
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await insertJob({ kind: "checkoutClosing", attempts: 5 });
  expect(await health()).toEqual(failing({ stripe: "failing" }));
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await t.run((ctx) => ctx.db.insert("stripeEvents", { eventId: "evt_after" }));
  expect(await health()).toEqual(SOUND);
});

test("failing requests to servers of owners are no fault of the deployment", async () => {
  const { insertJob, health } = setUp();
  const late = { attempts: 9, dueAtMs: Date.now() - 6 * MINUTE_MS };
  await insertJob({ kind: "webhook", ...late });
  await insertJob({ kind: "slowWebhook", ...late });
  expect(await health()).toEqual(SOUND);
});

test("a missing recording and the debt of a deleted account are no outages", async () => {
  const { insertJob, health } = setUp();
  await insertJob({ kind: "callRecording", attempts: 9 });
  await insertJob({ kind: "customerDeletion", attempts: 9, lastError: "12 EUR are unpaid" });
  expect(await health()).toEqual(SOUND);
});

test("work that has been due for more than five minutes is a fault", async () => {
  const { insertJob, health } = setUp();
  await insertJob({ kind: "cleanup", dueAtMs: Date.now() });
  vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  expect(await health()).toEqual(SOUND);
  vi.setSystemTime(Date.now() + 1);
  expect(await health()).toEqual(failing({ jobs: "failing" }));
});

test("for a day, a job that was given up asks for attention, and everything goes on", async () => {
  const { insertJob, health } = setUp();
  const givenUp = { attempts: 20, dueAtMs: null, deadAtMs: Date.now() };
  await insertJob({ kind: "voiceDeletion", ...givenUp });
  expect(await health()).toEqual({
    status: 200,
    body: { status: "attention", dependencies: { ...ALL_OK, jobs: "attention" } },
  });
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await health()).toEqual(SOUND);
});

test.each([
  ["VAPI_PRIVATE_KEY", "vapi"],
  ["STRIPE_SECRET_KEY", "stripe"],
])("without %s, what needs it fails", async (name, vendor) => {
  vi.stubEnv(name, "");
  const { health } = setUp();
  expect(await health()).toEqual(failing({ [vendor]: "failing" }));
});

test("a database that cannot be read is a fault", async () => {
  const { health } = setUp();
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  // Counting the requests needs the key, and fails without it as it does without the database.
  vi.stubEnv("TRIAL_KEYS", "");
  expect(await health()).toEqual({
    status: 503,
    body: { status: "failing", dependencies: { database: "failing" } },
  });
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});

// T131: docs/security.md
test("the health names no owner, no error and no number, whatever fails", async () => {
  turnMailOn();
  const { t, insertJob, health } = setUp();
  await t.run((ctx) => ctx.db.insert("users", { email: "ada@example.com" }));
  const lastError = "The mail to ada@example.com failed (503)";
  for (let count = 0; count < 5; count++) await insertJob({ kind: "mail", attempts: 7, lastError });
  expect(await health()).toEqual(failing({ resend: "failing" }));
});
