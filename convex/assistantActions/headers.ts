/** The headers of an action. Their values are secrets of the owner's server. */
import type { Id } from "../_generated/dataModel";
import { seal, unseal } from "../lib/sealed";
import { userError } from "../lib/userError";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { ACTION_LENGTHS, MAX_HEADERS } from "../shared/actions";
import { originOf } from "./address";
import type { GivenHttpWork, HttpWork } from "./table";

/** `token` in https://www.rfc-editor.org/rfc/rfc9110.html#name-tokens, without the signs that nobody uses. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]*$/;
const VALUE = /^[\x20-\x7e]+$/;

/** Those that a request gets by itself, and those with which it could become another request. */
const FORBIDDEN =
  /^(?:host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept-encoding|user-agent|x-forwarded-.*|forwarded|via)$/i;

/**
 * The headers as they are stored. A value that is left out is kept, but only for the same server, so that nobody can send
 * it to another one by changing the address.
 */
export async function sealedHeaders(
  { headers, url }: GivenHttpWork,
  ownerId: Id<"users">,
  before: HttpWork | null,
): Promise<HttpWork["headers"]> {
  if (headers.length > MAX_HEADERS) throw refused("tooManyHeaders");
  const names = new Set(headers.map(({ name }) => name.trim().toLowerCase()));
  if (names.size < headers.length) throw refused("headerTwice");
  const kept = before !== null && originOf(before.url) === originOf(url) ? before.headers : [];
  return await Promise.all(
    headers.map(async (header) => {
      const name = header.name.trim();
      if (!NAME.test(name) || name.length > ACTION_LENGTHS.headerName) throw refused("headerName");
      if (FORBIDDEN.test(name)) throw refused("headerForbidden");
      if (header.value === null) {
        const stored = kept.find((one) => one.name.toLowerCase() === name.toLowerCase());
        if (stored === undefined) throw refused("headerMissing");
        return { name, sealed: stored.sealed };
      }
      const value = header.value.trim();
      if (!VALUE.test(value) || value.length > ACTION_LENGTHS.headerValue) {
        throw refused("headerValue");
      }
      return { name, sealed: await seal(value, purposeFor(ownerId)) };
    }),
  );
}

/** Null if they cannot be read, because the deployment's key was removed. */
export async function readHeaders(
  ownerId: Id<"users">,
  stored: HttpWork["headers"],
): Promise<Record<string, string> | null> {
  const headers: Record<string, string> = {};
  for (const { name, sealed } of stored) {
    const value = await unseal(sealed, purposeFor(ownerId));
    if (value === null) return null;
    headers[name] = value;
  }
  return headers;
}

/** Shorter parts would hide ordinary words. */
const MIN_SECRET_LENGTH = 6;
const HIDDEN = "•••";

/** A server may repeat what it was sent. Neither the log nor the assistant may then show the headers' values. */
export function withoutSecrets(text: string, headers: Record<string, string>): string {
  const secrets = Object.values(headers)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), ...value.split(/[\s:,;=]+/)])
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

/** A stored value is of no use in another owner's row. */
function purposeFor(ownerId: Id<"users">): string {
  return `action header ${ownerId}`;
}

function refused(why: keyof typeof ACTION_REFUSALS) {
  return userError("invalid_input", ACTION_REFUSALS[why]);
}
