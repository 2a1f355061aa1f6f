import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { shownSecret, signedHeaders } from "./signing";

const HOUR_MS = 3_600_000;
const BODY = JSON.stringify({ type: "call.ended", timestamp: "2026-01-01T00:00:00Z", data: {} });

beforeEach(() => vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests"));
afterEach(() => vi.unstubAllEnvs());

function endpoint(id: string, secretNumber = 1, rotatedAtMs: number | null = null) {
  return { _id: id as Id<"webhookEndpoints">, secretNumber, rotatedAtMs };
}

function verify(secret: string, headers: Record<string, string>, body = BODY): unknown {
  return new Webhook(secret).verify(body, headers);
}

const sign = (signer: ReturnType<typeof endpoint>, nowMs = Date.now()) =>
  signedHeaders(signer, { id: "evt_1", body: BODY, nowMs });

// T62: docs/security.md
test("the specification's own library accepts the signature, and refuses that of another endpoint or body", async () => {
  const [one, other] = [endpoint("one"), endpoint("other")];
  const headers = await sign(one);
  expect(verify(await shownSecret(one), headers)).toEqual(JSON.parse(BODY));
  expect(() => verify("whsec_" + btoa("x".repeat(32)), headers)).toThrow();
  const ofOther = await shownSecret(other);
  expect(() => verify(ofOther, headers)).toThrow();
  const own = await shownSecret(one);
  expect(() => verify(own, headers, `${BODY} `)).toThrow();
  expect(() => verify(own, { ...headers, "webhook-id": "evt_2" })).toThrow();
});

// T62: docs/security.md
test("a ten-minute-old signature is refused, and its time cannot be changed", async () => {
  const nowMs = Date.now();
  const own = await shownSecret(endpoint("one"));
  const old = await sign(endpoint("one"), nowMs - HOUR_MS / 6);
  expect(() => verify(own, old)).toThrow(/too old/);
  const renewed = { ...old, "webhook-timestamp": String(Math.floor(nowMs / 1000)) };
  expect(() => verify(own, renewed)).toThrow(/signature/);
});

// T63: docs/security.md
test("a secret is the base64 of 32 bytes, with the specification's prefix", async () => {
  const secret = await shownSecret(endpoint("one"));
  expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  expect(atob(secret.slice("whsec_".length))).toHaveLength(32);
});

// T63: docs/security.md
test("a secret is derived from the deployment's key, and changes with a rotation", async () => {
  const secret = await shownSecret(endpoint("one"));
  expect(await shownSecret(endpoint("one", 2))).not.toBe(secret);
  vi.stubEnv("TRIAL_KEYS", "another-key");
  expect(await shownSecret(endpoint("one"))).not.toBe(secret);
});

// T62: docs/security.md
test("after a rotation both secrets work for a day, then only the new one", async () => {
  const nowMs = Date.now();
  const before = await shownSecret(endpoint("one"));
  const recent = endpoint("one", 2, nowMs - 23 * HOUR_MS);
  const after = await shownSecret(recent);
  expect(after).not.toBe(before);
  const both = await sign(recent, nowMs);
  for (const secret of [before, after]) expect(verify(secret, both)).toBeTruthy();
  const later = await sign(endpoint("one", 2, nowMs - 25 * HOUR_MS), nowMs);
  expect(verify(after, later)).toBeTruthy();
  expect(() => verify(before, later)).toThrow();
});

test("with a new key of the deployment, earlier secrets still work", async () => {
  const secret = await shownSecret(endpoint("one"));
  vi.stubEnv("TRIAL_KEYS", "a-new-key a-key-of-these-tests");
  expect(verify(secret, await sign(endpoint("one")))).toBeTruthy();
});
