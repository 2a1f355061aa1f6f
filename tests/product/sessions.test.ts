/** Where an owner is signed in, and how sessions end. With real passwords, so on the local backend only. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../convex/shared/accountMessages";
import { MESSAGES } from "../../convex/shared/messages";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import { refusal } from "./refusal.ts";
import type { Caller } from "../caller.ts";

const HOUR_MS = 3_600_000;
const PASSWORD = "correct horse";
const NOT_SIGNED_IN = refusal("not_signed_in", MESSAGES.notSignedIn);

let world: LocalWorld;
beforeAll(async () => {
  world = await openLocal();
});
afterAll(() => world.close());

let owners = 0;

function newAddress(): string {
  owners += 1;
  return `grace-${owners}@example.com`;
}

interface Entry {
  email: string;
  password?: string;
  flow?: "signIn" | "signUp";
  timeZone?: string;
  /** The session of the browser that signs in, if it has one. */
  from?: Caller;
}

async function enter({ from = world.visitor, ...entry }: Entry): Promise<Caller> {
  const params = { password: PASSWORD, flow: "signIn", ...entry };
  const { tokens } = await from.action(api.auth.signIn, { provider: "password", params });
  return world.as(must(tokens, "tokens").token);
}

async function ownerTwice(): Promise<{ email: string; laptop: Caller; phone: Caller }> {
  const email = newAddress();
  const laptop = await enter({ email, flow: "signUp", timeZone: "Europe/Zurich" });
  const phone = await enter({ email, timeZone: "America/Argentina/Buenos_Aires" });
  return { email, laptop, phone };
}

const isIn = (caller: Caller) => caller.query(api.auth.isAuthenticated, {});
const sessionsOf = (caller: Caller) => caller.query(api.account.listSessions, {});

test("an owner sees each of their sessions, the current one first", async () => {
  const { laptop, phone } = await ownerTwice();
  expect(await sessionsOf(phone)).toMatchObject([
    { timeZone: "America/Argentina/Buenos_Aires", isThis: true },
    { timeZone: "Europe/Zurich", isThis: false },
  ]);
  expect((await sessionsOf(laptop)).map(({ isThis }) => isThis)).toEqual([true, false]);
});

test.each(["<script>", "Europe/Zurich ", "x".repeat(65), "../etc"])(
  "%s is not a time zone",
  async (timeZone) => {
    const owner = await enter({ email: newAddress(), flow: "signUp", timeZone });
    expect(await sessionsOf(owner)).toMatchObject([{ timeZone: null }]);
  },
);

test("an open dashboard updates its session every quarter of an hour", async () => {
  const owner = await enter({ email: newAddress(), flow: "signUp" });
  const [before] = await sessionsOf(owner);
  const seen = async () => {
    await owner.mutation(api.account.noteSeen, { timeZone: "Asia/Tokyo" });
    return (await sessionsOf(owner))[0];
  };
  await world.advance(HOUR_MS / 5);
  expect(await seen()).toEqual(before);
  await world.advance(HOUR_MS / 5);
  const beforeMs = world.clock.now();
  const after = must(await seen(), "session");
  expect(after).toEqual({ ...before, timeZone: "Asia/Tokyo", lastSeenAtMs: after.lastSeenAtMs });
  expect(after.lastSeenAtMs).toBeGreaterThanOrEqual(beforeMs);
});

test("signing in again in the same browser leaves one session, not two", async () => {
  const email = newAddress();
  const first = await enter({ email, flow: "signUp" });
  const second = await enter({ email, from: first });
  expect(await sessionsOf(second)).toHaveLength(1);
  expect(await isIn(first)).toBe(false);
});

// T10: docs/security.md
test("ending another session signs it out at once, and only that one", async () => {
  const { laptop, phone } = await ownerTwice();
  const [, other] = await sessionsOf(laptop);
  await laptop.mutation(api.account.endSession, { sessionId: must(other, "phone").id });
  expect([await isIn(laptop), await isIn(phone)]).toEqual([true, false]);
  await expect(phone.query(api.assistants.listAssistants, {})).rejects.toEqual(NOT_SIGNED_IN);
  expect(await sessionsOf(laptop)).toHaveLength(1);
});

test("all data of an ended session is deleted within the hour", async () => {
  const { laptop } = await ownerTwice();
  const [, other] = await sessionsOf(laptop);
  await laptop.mutation(api.account.endOtherSessions, {});
  await world.advance(HOUR_MS + 60_000);
  const [tokens, signIns] = [await world.rows("authRefreshTokens"), await world.rows("signIns")];
  const left = [...tokens, ...signIns].filter(({ sessionId }) => sessionId === other?.id);
  expect(left).toEqual([]);
});

// T12: docs/security.md
test("nobody can end another owner's session", async () => {
  const owner = await enter({ email: newAddress(), flow: "signUp" });
  const stranger = await enter({ email: newAddress(), flow: "signUp" });
  const [session] = await sessionsOf(owner);
  const ending = stranger.mutation(api.account.endSession, { sessionId: must(session, "one").id });
  await expect(ending).rejects.toEqual(refusal("not_yours", ACCOUNT_MESSAGES.sessionNotYours));
  expect(await isIn(owner)).toBe(true);
});

test("signing out everywhere else ends every other session, however many there are", async () => {
  const { email, laptop, phone } = await ownerTwice();
  const users = await world.rows("users");
  const userId = must(users.find((user) => user.email === email)?._id, "owner");
  const expirationTime = world.clock.now() + HOUR_MS;
  await world.insert(
    "authSessions",
    Array.from({ length: 120 }, () => ({ userId, expirationTime })),
  );
  await laptop.mutation(api.account.endOtherSessions, {});
  await world.settle();
  expect([await isIn(laptop), await isIn(phone)]).toEqual([true, false]);
  expect(await sessionsOf(laptop)).toHaveLength(1);
});

// T10: docs/security.md
test("changing the password requires the current one, and ends all other sessions", async () => {
  const { email, laptop, phone } = await ownerTwice();
  const change = (current: string, next: string) =>
    laptop.action(api.account.changePassword, { current, next });
  await expect(change("wrong horse", "battery staple")).rejects.toEqual(
    refusal("invalid_password", ACCOUNT_MESSAGES.wrongPassword),
  );
  await expect(change(PASSWORD, "short")).rejects.toEqual(
    refusal("weak_password", MESSAGES.passwordTooShort),
  );
  await change(PASSWORD, "battery staple");
  expect([await isIn(laptop), await isIn(phone)]).toEqual([true, false]);
  await expect(enter({ email })).rejects.toEqual(
    refusal("invalid_password", MESSAGES.invalidPassword),
  );
  await enter({ email, password: "battery staple" });
});

// T10: docs/security.md
test("a stolen session cannot guess the password for long", async () => {
  const owner = await enter({ email: newAddress(), flow: "signUp" });
  const codes: string[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const passwords = { current: `guess ${guess}`, next: "battery staple" };
    await owner.action(api.account.changePassword, passwords).catch((error: unknown) => {
      codes.push((error as { data: { code: string } }).data.code);
    });
  }
  expect(codes.filter((code) => code === "invalid_password")).toHaveLength(10);
  expect(codes.slice(10)).toEqual(["too_many_requests", "too_many_requests"]);
});

test("the details of a session are deleted with it, also when its owner signs out", async () => {
  const email = newAddress();
  const owner = await enter({ email, flow: "signUp" });
  const [session] = await sessionsOf(owner);
  const isKnown = async () =>
    (await world.rows("signIns")).some(({ sessionId }) => sessionId === session?.id);
  await owner.action(api.auth.signOut, {});
  expect(await isKnown()).toBe(true);
  await world.advance(31 * 24 * HOUR_MS);
  expect(await isKnown()).toBe(false);
});
