// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { internal } from "../_generated/api";
import { API_SCOPES } from "../shared/apiKeys";
import { startTest } from "../test.setup";

vi.setConfig({ testTimeout: 60_000 });

const MINUTE_MS = 60_000;
const PER_KEY = 120;
const PER_NETWORK = 1_200;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function setUp() {
  const t = startTest();
  const scopes = [...API_SCOPES];
  const ownerId = await t.run(async (ctx) => {
    const _id = await ctx.db.insert("users", { email: "ada@example.com" });
    for (const hash of ["first", "second"]) {
      const key = { ownerId: _id, name: hash, scopes, hash, ending: "abcd" };
      await ctx.db.insert("apiKeys", key);
    }
    return _id;
  });
  const admit = (hash: string, network = "192.0.2.1") =>
    t.mutation(internal.publicApi.admission.admit, { hash, network });
  return { t, ownerId, admit };
}

test("every key has its own limit of requests a minute", async () => {
  const { ownerId, admit } = await setUp();
  for (let used = 1; used <= PER_KEY; used++) {
    expect(await admit("first")).toMatchObject({
      kind: "admitted",
      ownerId,
      allowance: {
        remaining: PER_KEY - used,
        limit: PER_KEY,
        windowMs: MINUTE_MS,
        resetsInMs: used * 500,
      },
    });
  }
  expect(await admit("first")).toEqual({ kind: "limited", retryAfterMs: 500 });
  expect(await admit("second")).toMatchObject({ kind: "admitted" });
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await admit("first")).toMatchObject({ allowance: { remaining: PER_KEY - 1 } });
});

// T68: docs/security.md
test("a network that guesses keys is stopped before a key is looked up, other networks go on", async () => {
  const { admit } = await setUp();
  for (let guessed = 0; guessed < PER_NETWORK; guessed++) {
    expect(await admit(`guess ${guessed}`)).toEqual({ kind: "refused" });
  }
  expect(await admit("one more guess")).toMatchObject({ kind: "limited" });
  expect(await admit("first")).toMatchObject({ kind: "limited" });
  expect(await admit("first", "192.0.2.2")).toMatchObject({ kind: "admitted" });
});

test("a key opens nothing once its owner is gone, whether or not it is deleted yet", async () => {
  const { t, ownerId, admit } = await setUp();
  expect(await admit("first")).toMatchObject({ kind: "admitted" });
  await t.run((ctx) => ctx.db.delete("users", ownerId));
  expect(await admit("first")).toEqual({ kind: "refused" });
});
