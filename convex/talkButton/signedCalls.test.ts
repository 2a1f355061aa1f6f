/** Signed tokens, created as docs/embedding.md tells owners to. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Id } from "../_generated/dataModel";
import { checkToken, isSignedPageToken, secretText } from "./signedCalls";

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
test("the documentation's example for Node.js creates tokens that we accept", async () => {
  const code = `${exampleIn("js")}\nconsole.log(harkToken(), harkToken());`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
    env: { HARK_SECRET: await secretText(signing) },
  });
  const ids: string[] = [];
  for (const token of stdout.trim().split(" ")) {
    const checked = await checkToken({ embedId: EMBED_ID, signing, token }, Date.now());
    ids.push(checked.kind === "accepted" ? checked.pageTokenId : checked.code);
  }
  expect(ids.every(isSignedPageToken)).toBe(true);
  expect(new Set(ids).size, "each token is valid for one call").toBe(2);
});

// T84: docs/security.md
test("a secret is derived from the deployment's key, and stays valid when that key is rotated", async () => {
  const { createHmac } = await import("node:crypto");
  const secret = await secretText(signing);
  const nowMs = Date.now();
  const expires = Math.floor(nowMs / 1000) + 60;
  const signed = `v1.${EMBED_ID}.${expires}.0123456789abcdef`;
  const signature = createHmac("sha256", secret).update(signed).digest("hex");
  const token = `v1.${expires}.0123456789abcdef.${signature}`;
  const check = async (usedSigning = signing) => {
    const checked = await checkToken({ embedId: EMBED_ID, signing: usedSigning, token }, nowMs);
    return checked.kind === "refused" ? checked.code : checked.kind;
  };
  expect(await check()).toBe("accepted");
  vi.stubEnv("TRIAL_KEYS", "a-new-key a-key-of-these-tests");
  expect(await check()).toBe("accepted");
  expect(await secretText(signing)).not.toBe(secret);
  expect(await check({ ...signing, assistantId: "other" as Id<"assistants"> })).toBe(
    "token_wrong_signature",
  );
  vi.stubEnv("TRIAL_KEYS", "a-new-key");
  expect(await check()).toBe("token_wrong_signature");
});
