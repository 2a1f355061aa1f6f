// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { linkKeyFor } from "../notifications/mail/linkKeys";
import { resetPurpose } from "../notifications/mail/templates";
import { startTest } from "../test.setup";
import { PASSWORD_PROVIDER } from "./credentials";
import { RESET_MS } from "./passwordReset";

// Hundreds of attempts, of which none may go on into the next test.
vi.setConfig({ testTimeout: 60_000 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMAIL = "ada@example.com";
const HOME = "203.0.113.7";
const BROWSER = "0b1c2d3e-0000-4000-8000-000000000001";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** An owner who signed in from home before. */
async function setUp() {
  const t = startTest();
  const ownerId = await t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", { email: EMAIL });
    const account = { userId, provider: PASSWORD_PROVIDER, providerAccountId: EMAIL };
    await ctx.db.insert("authAccounts", { ...account, secret: "a hash" });
    return userId;
  });
  const welcome = (network: string, browser: string | null = null) =>
    t.mutation(internal.accounts.passwordAuth.startSession, {
      ownerId,
      timeZone: null,
      network,
      browser,
    });
  await welcome(HOME, BROWSER);
  const isAdmitted = async (network: string, browser: string | null = null, email = EMAIL) =>
    (await t.mutation(internal.accounts.passwordAuth.admit, { email, network, browser })) !== null;
  const admittedOf = async (attempts: number, ...attempt: Parameters<typeof isAdmitted>) => {
    let admitted = 0;
    for (let made = 0; made < attempts; made += 1) {
      if (await isAdmitted(...attempt)) admitted += 1;
    }
    return admitted;
  };
  return { t, ownerId, welcome, isAdmitted, admittedOf };
}

/** A botnet: no two attempts from one network. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `198.51.${index >> 8}.${index & 255}`);

// T1: docs/security.md
test("strangers from everywhere can try a hundred passwords, then ten an hour", async () => {
  const { isAdmitted } = await setUp();
  const attack = async () => {
    let admitted = 0;
    for (const network of strangers(130)) if (await isAdmitted(network)) admitted += 1;
    return admitted;
  };
  expect(await attack()).toBe(100);
  vi.setSystemTime(Date.now() + HOUR_MS);
  expect(await attack()).toBe(10);
});

// T1: docs/security.md
test("meanwhile the owner gets in from home, and with the own browser from anywhere", async () => {
  const { isAdmitted } = await setUp();
  for (const network of strangers(130)) await isAdmitted(network);
  expect(await isAdmitted("192.0.2.1")).toBe(false);
  expect(await isAdmitted(HOME)).toBe(true);
  expect(await isAdmitted("192.0.2.1", BROWSER)).toBe(true);
});

// T1: docs/security.md
test("somebody in the owner's own network does not lock the owner's browser out", async () => {
  const { isAdmitted, admittedOf } = await setUp();
  expect(await admittedOf(50, HOME)).toBe(10);
  expect(await isAdmitted(HOME, BROWSER)).toBe(true);
});

// T1: docs/security.md
test("one network can try ten passwords on an account, and leaves the rest to others", async () => {
  const { admittedOf, isAdmitted } = await setUp();
  expect(await admittedOf(200, "192.0.2.1")).toBe(10);
  expect(await isAdmitted("192.0.2.2")).toBe(true);
  vi.setSystemTime(Date.now() + 30 * DAY_MS);
  // However long it goes on: the account's allowance grows faster than one network can use it.
  for (let hour = 0; hour < 24; hour += 1) {
    await admittedOf(6, "192.0.2.1");
    vi.setSystemTime(Date.now() + HOUR_MS);
  }
  expect(await isAdmitted("192.0.2.3")).toBe(true);
});

// T1: docs/security.md
test("one network can try a hundred accounts an hour", async () => {
  const { isAdmitted } = await setUp();
  let admitted = 0;
  for (let account = 0; account < 120; account += 1) {
    if (await isAdmitted("192.0.2.1", null, `owner-${account}@example.com`)) admitted += 1;
  }
  expect(admitted).toBe(100);
});

// T2: docs/security.md
test("the limits are the same for an email that nobody has", async () => {
  const { admittedOf } = await setUp();
  expect(await admittedOf(20, "192.0.2.1", null, "nobody@example.com")).toBe(10);
});

test("the right password makes up for the wrong ones before it", async () => {
  const { admittedOf, welcome } = await setUp();
  expect(await admittedOf(9, HOME, BROWSER)).toBe(9);
  await welcome(HOME, BROWSER);
  expect(await admittedOf(20, HOME, BROWSER)).toBe(10);
});

// T1: docs/security.md
test("whoever signs in to another account from there gives no tries back", async () => {
  const { t, admittedOf } = await setUp();
  const ownerId = await t.run(async (ctx) => await ctx.db.insert("users", {}));
  let admitted = 0;
  for (let round = 0; round < 3; round += 1) {
    admitted += await admittedOf(9, HOME);
    const origin = { network: HOME, browser: null };
    await t.mutation(internal.accounts.passwordAuth.startSession, {
      ownerId,
      timeZone: null,
      ...origin,
    });
  }
  expect(admitted).toBe(10);
});

test("a browser of another owner's is nobody's here", async () => {
  const { t, admittedOf } = await setUp();
  const other = await t.run(async (ctx) => await ctx.db.insert("users", {}));
  const browser = "0b1c2d3e-0000-4000-8000-000000000002";
  await t.mutation(internal.accounts.passwordAuth.startSession, {
    ownerId: other,
    timeZone: null,
    network: "192.0.2.9",
    browser,
  });
  expect(await admittedOf(10, "192.0.2.9", browser)).toBe(10);
  expect(await admittedOf(1, "192.0.2.9", browser)).toBe(0);
  expect(await admittedOf(1, "192.0.2.9", BROWSER)).toBe(1);
});

// T1: docs/security.md
test("a place stays familiar for ninety days after the last sign-in, and twenty are remembered", async () => {
  const { t, ownerId, admittedOf, isAdmitted, welcome } = await setUp();
  vi.setSystemTime(Date.now() + 91 * DAY_MS);
  expect(await admittedOf(11, HOME)).toBe(10);
  expect(await isAdmitted(HOME, BROWSER)).toBe(false);
  for (const network of strangers(30)) {
    vi.setSystemTime(Date.now() + 1);
    await welcome(network);
  }
  const kept = await t.run(
    async (ctx) =>
      await ctx.db
        .query("familiarPlaces")
        .withIndex("by_owner_and_place", (q) => q.eq("ownerId", ownerId))
        .take(100),
  );
  expect(kept).toHaveLength(20);
  expect(JSON.stringify(kept)).not.toContain("198.51");
});

// What has expired is swept away as well: here nothing sweeps.
// T5: docs/security.md
test("the link of a forgotten password is good for an hour, to the millisecond", async () => {
  const { t, ownerId } = await setUp();
  const expiresAtMs = Date.now() + RESET_MS;
  const reset = { email: EMAIL, ownerId, wrongCodes: 0, expiresAtMs };
  const resetId = await t.run(async (ctx) => await ctx.db.insert("passwordResets", reset));
  const credential = {
    kind: "link" as const,
    key: `${resetId}.${await linkKeyFor(resetPurpose(resetId))}`,
  };
  const check = () =>
    t.mutation(internal.accounts.passwordReset.checkResetCredential, { credential });
  vi.setSystemTime(expiresAtMs - 1);
  expect(await check()).toEqual({ kind: "valid", resetId });
  vi.setSystemTime(expiresAtMs);
  expect(await check()).toEqual({ kind: "expired" });
});
