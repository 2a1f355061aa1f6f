/** Verifies a token: developers.cloudflare.com/turnstile/get-started/server-side-validation. */
import { DUMMY_TOKEN, TESTING_SECRETS } from "./testing-keys.ts";
import type { Tokens, Widget } from "./tokens.ts";

const MAX_TOKEN_LENGTH = 2048;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const TESTED = { metadata: { result_with_testing_key: true } };

interface Context {
  widgets: readonly Widget[];
  tokens: Tokens;
  now: () => number;
}

export async function siteverify(request: Request, context: Context): Promise<Response> {
  if (request.method !== "POST") return Response.json(refusal("bad-request"), { status: 405 });
  const fields = await readFields(request);
  if (fields === null) return Response.json(refusal("bad-request"), { status: 400 });
  return Response.json(verify(fields, context));
}

function verify(fields: Record<string, unknown>, { widgets, tokens, now }: Context): object {
  const secret = textOf(fields.secret);
  if (secret === null) return refusal("missing-input-secret");
  const isTesting = Object.values(TESTING_SECRETS).includes(secret);
  if (!isTesting && !widgets.some(({ secretKey }) => secretKey === secret)) {
    return refusal("invalid-input-secret");
  }
  const response = textOf(fields.response);
  if (response === null) return refusal("missing-input-response");
  const idempotencyKey = textOf(fields.idempotency_key);
  if (idempotencyKey !== null && !UUID.test(idempotencyKey)) return refusal("bad-request");
  if (isTesting) return testingResult(secret, response, now());
  if (response.length > MAX_TOKEN_LENGTH) return refusal("invalid-input-response");
  const redeemed = tokens.redeem(response, secret, idempotencyKey);
  if (redeemed.kind === "refused") return refusal(redeemed.code);
  const { hostname, action, cdata, solvedAtMs } = redeemed.token;
  return { ...success(hostname, solvedAtMs), action, cdata, metadata: { interactive: false } };
}

/** A testing key reports no hostname, action or custom data of the page. */
function testingResult(secret: string, response: string, nowMs: number): object {
  if (secret === TESTING_SECRETS.spent) return { ...refusal("timeout-or-duplicate"), ...TESTED };
  if (secret === TESTING_SECRETS.fails) return { ...refusal("invalid-input-response"), ...TESTED };
  // "or is a testing secret key with a non-testing response"
  if (response !== DUMMY_TOKEN) return refusal("invalid-input-secret");
  return { ...success("example.com", nowMs), ...TESTED };
}

function success(hostname: string, solvedAtMs: number) {
  const challenge_ts = new Date(solvedAtMs).toISOString();
  return { success: true, "error-codes": [], challenge_ts, hostname };
}

function refusal(code: string) {
  return { success: false, "error-codes": [code], messages: [] };
}

/** Null if the body is malformed. Both kinds of form are accepted, as in Cloudflare's own examples. */
async function readFields(request: Request): Promise<Record<string, unknown> | null> {
  const type = request.headers.get("Content-Type") ?? "";
  try {
    if (type.startsWith("application/json")) {
      const read = (await request.json()) as unknown;
      return typeof read === "object" && !Array.isArray(read)
        ? (read as Record<string, unknown>)
        : null;
    }
    return Object.fromEntries(await request.formData());
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
