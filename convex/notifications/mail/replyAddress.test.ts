// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { findReplyAddress, isReplyAddressOf, replyAddressOf } from "./replyAddress";

/** The longest id that Convex has (crates/value/src/id_v6.rs: 23 bytes in base 32). */
const LONGEST_ID = "z".repeat(37) as Id<"mails">;
const SUMMARY = {
  _id: LONGEST_ID,
  ownerId: "owner1" as Id<"users">,
  to: "ada@bakery.example",
};

beforeEach(() => {
  vi.stubEnv("TRIAL_KEYS", "new-key old-key");
  vi.stubEnv("MAIL_RECEIVING_DOMAIN", "Reply.Hark.example");
});
afterEach(() => vi.unstubAllEnvs());

const addressOf = async (changes: Partial<typeof SUMMARY> = {}) =>
  (await replyAddressOf({ ...SUMMARY, ...changes })) ?? "";
const isOurs = async (address: string, summary = SUMMARY) => {
  const found = findReplyAddress([address]);
  return found !== null && (await isReplyAddressOf(summary, found));
};

test("the address is valid with the longest id, and is recognized in any form", async () => {
  const address = await addressOf();
  const [local = "", domain] = address.split("@");
  expect([local.length, domain]).toEqual([64, "reply.hark.example"]);
  for (const form of [address, address.toUpperCase(), `Hark <${address}>`]) {
    expect(await isOurs(form)).toBe(true);
  }
  expect(findReplyAddress(["ada@bakery.example", `Hark <${address}>`])).not.toBeNull();
});

test("without a domain there is no address", async () => {
  const address = await addressOf();
  vi.stubEnv("MAIL_RECEIVING_DOMAIN", "");
  expect(await replyAddressOf(SUMMARY)).toBeNull();
  expect(findReplyAddress([address])).toBeNull();
});

// T107: docs/security.md
test("an address is bound to its mail, its owner and the address that got the mail", async () => {
  const address = await addressOf();
  expect(await isOurs(address, { ...SUMMARY, _id: "y".repeat(37) as Id<"mails"> })).toBe(false);
  expect(await isOurs(address, { ...SUMMARY, ownerId: "owner2" as Id<"users"> })).toBe(false);
  expect(await isOurs(address, { ...SUMMARY, to: "eve@evil.example" })).toBe(false);
  expect(await isOurs(address.replace("@", "a@"))).toBe(false);
  expect(await isOurs(address.replace("reply.", "other."))).toBe(false);
  const last = address.split("@")[0]?.at(-1) === "a" ? "b" : "a";
  expect(await isOurs(address.replace(/.@/, `${last}@`))).toBe(false);
});

test("addresses of before a rotation of the keys stay valid", async () => {
  vi.stubEnv("TRIAL_KEYS", "old-key");
  const address = await addressOf();
  vi.stubEnv("TRIAL_KEYS", "new-key old-key");
  expect(await isOurs(address)).toBe(true);
  vi.stubEnv("TRIAL_KEYS", "new-key");
  expect(await isOurs(address)).toBe(false);
});
