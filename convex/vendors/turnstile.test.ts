import { afterEach, expect, test, vi } from "vitest";
import { checkToken } from "./turnstile";

afterEach(() => void vi.unstubAllGlobals());

const CHECK = {
  url: "https://challenges.cloudflare.com",
  secretKey: "0x4AAA",
  token: "token",
  visitorAddress: "203.0.113.7",
};

/** Answers one after the other, with what was asked. */
function turnstile(...answers: (() => Response)[]) {
  const asked: { url: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    asked.push({ url, body: JSON.parse(body) as Record<string, unknown> });
    const [next] = answers.splice(0, 1);
    if (next === undefined) throw new TypeError("fetch failed");
    return await Promise.resolve(next());
  });
  return asked;
}

const refused = (code: string) => () => Response.json({ success: false, "error-codes": [code] });

test("Cloudflare is told what it documents, and nothing of a visitor whose address is not known", async () => {
  const good = { success: true, hostname: "hark.example", action: "call", cdata: "id" };
  const asked = turnstile(
    () => Response.json(good),
    () => Response.json(good),
  );
  const { success: _, ...told } = good;
  expect(await checkToken(CHECK)).toEqual({ kind: "valid", ...told });
  await checkToken({ ...CHECK, visitorAddress: null });
  expect(asked.map(({ url }) => url)).toEqual(
    Array(2).fill("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
  );
  const key = expect.stringMatching(/^[\da-f-]{36}$/) as string;
  expect(asked.map(({ body }) => body)).toEqual([
    { secret: "0x4AAA", response: "token", remoteip: "203.0.113.7", idempotency_key: key },
    { secret: "0x4AAA", response: "token", idempotency_key: key },
  ]);
});

test("what got no answer, or an internal error, is asked once more with the same idempotency key", async () => {
  const asked = turnstile(refused("internal-error"));
  expect(await checkToken(CHECK)).toMatchObject({ kind: "unknown" });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.body.idempotency_key).toBe(asked[1]?.body.idempotency_key);
});

test.each([
  "invalid-input-response",
  "timeout-or-duplicate",
  "missing-input-response",
  "bad-request",
])("%s is the token's fault, and final", async (code) => {
  const asked = turnstile(refused(code));
  expect(await checkToken(CHECK)).toEqual({ kind: "invalid", errorCodes: [code] });
  expect(asked).toHaveLength(1);
});

test.each([
  ["a secret key that it does not know", refused("invalid-input-secret")],
  ["a page in place of an answer", () => new Response("<!doctype html>", { status: 502 })],
  ["no success", () => Response.json({})],
  ["a success that is a word", () => Response.json({ success: "true" })],
  ["nothing", () => Response.json(null)],
])("%s does not vouch for anybody", async (_what, answer) => {
  turnstile(answer, answer);
  expect(await checkToken(CHECK)).toMatchObject({ kind: "unknown" });
});
