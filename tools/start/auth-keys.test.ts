import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLocalJWKSet, importPKCS8, jwtVerify, SignJWT } from "jose";
import type { JSONWebKeySet } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { readOrCreateAdminKey } from "@hark/convex-local/admin-key";
import { openKeys as openMailKeys } from "@hark/resend-stand-in/keys";
import { openKeys as openStripeKeys } from "@hark/stripe-stand-in/keys";
import { openKeys as openVoiceKeys } from "@hark/vapi-stand-in/keys";
import { readOrCreateAuthKeys } from "./auth-keys.ts";

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a token signed with the private key can be verified with the published key", async () => {
  const keys = await readOrCreateAuthKeys(await dataFolder());
  expect(keys.JWT_PRIVATE_KEY).not.toContain("\n");
  const privateKey = await importPKCS8(keys.JWT_PRIVATE_KEY, "RS256");
  const token = await new SignJWT({ sub: "ada" })
    .setProtectedHeader({ alg: "RS256" })
    .sign(privateKey);
  const jwks = createLocalJWKSet(JSON.parse(keys.JWKS) as JSONWebKeySet);
  expect((await jwtVerify(token, jwks)).payload.sub).toBe("ada");
});

// T56: docs/security.md
test("keys are created once, and only their owner may read the file", async () => {
  const folder = await dataFolder();
  const keys = await readOrCreateAuthKeys(folder);
  expect(await readOrCreateAuthKeys(folder)).toEqual(keys);
  const { mode } = await stat(path.join(folder, "auth-keys.json"));
  expect(mode & 0o077).toBe(0);
});

// T56: docs/security.md
test.each<[whose: string, make: (folder: string) => Promise<unknown>]>([
  ["the backend's", readOrCreateAdminKey],
  ["the voice platform's", (folder) => openVoiceKeys(folder, undefined)],
  ["the payment service's", openStripeKeys],
  ["the mail service's", openMailKeys],
])("only their owner may read %s keys", async (_whose, make) => {
  const folder = await dataFolder();
  await make(folder);
  const [file = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await stat(path.join(folder, file))).mode & 0o077).toBe(0);
});
