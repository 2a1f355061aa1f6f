/** Runs a request once for each idempotency key. A repeated request gets the first response, including a refusal. */
import { createHash } from "node:crypto";
import { StripeError } from "../errors.ts";
import type { World } from "../engine/world.ts";
import { DAY } from "../engine/calendar.ts";
import type { SavedResponse } from "../storage/records.ts";

const MAX_KEY_LENGTH = 255;
/** After this Stripe deletes the key, and the same request runs again. */
const KEPT_FOR = DAY;

export function fingerprint(method: string, path: string, body: string): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
}

export function requireKeyLength(key: string): void {
  if (key.length <= MAX_KEY_LENGTH) return;
  throw idempotencyError(400, `Idempotency keys may be at most ${MAX_KEY_LENGTH} characters long.`);
}

export function recall(world: World, key: string, request: string): SavedResponse | null {
  const kept = world.store.get("sim.response", key);
  if (kept === null || kept.created + KEPT_FOR <= world.now) return null;
  if (kept.request === request) return kept;
  throw idempotencyError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );
}

export function keyInUse(key: string): StripeError {
  return idempotencyError(
    409,
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
    "idempotency_key_in_use",
  );
}

function idempotencyError(status: number, message: string, code?: string): StripeError {
  return new StripeError({ status, type: "idempotency_error", message, code });
}
