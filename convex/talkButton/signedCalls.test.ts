/** A token as docs/embedding.md has owners' servers make it, and as their secret allows. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { checkToken, isSignedProof, secretText } from "./signedCalls";

const EMBED_ID = "3f1c9a52-6f0e-4d59-9a3b-2f3d0a4be6f1";
const signing = { assistantId: "one" as Id<"assistants">, number: 1, rotatedAtMs: null };
const run = promisify(execFile);

beforeEach(() => vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests"));
afterEach(() => vi.unstubAllEnvs());

function exampleIn(language: string): string {
  const file = path.resolve(import.meta.dirname, "../../docs/embedding.md");
  const examples = readFileSync(file, "utf8").matchAll(/```(\w+)\n(.*?)```/gs);
  const found = [...examples].find(
    ([, name, code]) => name === language && /hmac/i.test(code ?? ""),
  );
  return (found?.[2] ?? "").replaceAll("EMBED_ID", EMBED_ID);
}

// T84: docs/security.md
test("the token of the documentation's example for Node.js is taken", async () => {
  const code = `${exampleIn("js")}\nconsole.log(harkToken(), harkToken());`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
    env: { HARK_SECRET: await secretText(signing) },
  });
  const ids: string[] = [];
  for (const token of stdout.trim().split(" ")) {
    const checked = await checkToken({ embedId: EMBED_ID, signing, token }, Date.now());
    ids.push("proofId" in checked ? checked.proofId : checked.code);
  }
  expect(ids.every(isSignedProof)).toBe(true);
  expect(new Set(ids).size, "each is good for a call of its own").toBe(2);
});

// T84: docs/security.md
test("a secret is made of the deployment's key, and goes on when that gets a successor", async () => {
  const { createHmac } = await import("node:crypto");
  const secret = await secretText(signing);
  const nowMs = Date.now();
  const expires = Math.floor(nowMs / 1000) + 60;
  const signed = `v1.${EMBED_ID}.${expires}.0123456789abcdef`;
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  const token = `v1.${expires}.0123456789abcdef.${signature}`;
  const check = async (by = signing) => {
    const checked = await checkToken({ embedId: EMBED_ID, signing: by, token }, nowMs);
    return "code" in checked ? checked.code : "taken";
  };
  expect(await check()).toBe("taken");
  vi.stubEnv("TRIAL_KEYS", "a-new-key a-key-of-these-tests");
  expect(await check()).toBe("taken");
  expect(await secretText(signing)).not.toBe(secret);
  expect(await check({ ...signing, assistantId: "other" as Id<"assistants"> })).toBe(
    "token_wrong_signature",
  );
  vi.stubEnv("TRIAL_KEYS", "a-new-key");
  expect(await check()).toBe("token_wrong_signature");
});
