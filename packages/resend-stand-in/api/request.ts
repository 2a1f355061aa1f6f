/** What the routes read from a request. */
import type { Context } from "hono";
import { MailError } from "../errors.ts";
import { UUID } from "../published/document.ts";

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;

/** The `:id` of the path. */
export function idOf({ req }: Context): string {
  const id = req.param("id") ?? "";
  if (!UUID.test(id)) throw new MailError("invalid_parameter");
  return id;
}

/** `limit`, and `after` or `before`. */
export function pageOf({ req }: Context): { limit: number; after?: string; before?: string } {
  const { limit: given, after, before } = req.query();
  const limit = given === undefined ? DEFAULT_PAGE_SIZE : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE) {
    throw new MailError("validation_error", "The `limit` must be between 1 and 100.");
  }
  if (after !== undefined && before !== undefined) {
    throw new MailError(
      "validation_error",
      "You can only use either `after` or `before`, not both.",
    );
  }
  return {
    limit,
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

const IDEMPOTENT_PATHS = ["/emails", "/emails/batch"];

/** Null where Resend ignores the key. */
export function idempotencyKeyOf({ req }: Context): string | null {
  const isRead = req.method === "POST" && IDEMPOTENT_PATHS.includes(req.path);
  return isRead ? (req.header("Idempotency-Key") ?? null) : null;
}

/** Undefined for a body that is not JSON. */
export async function jsonBody({ req }: Context): Promise<unknown> {
  return parseJson(await req.text());
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
