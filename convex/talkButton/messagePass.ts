/**
 * A page gets a message pass with a refusal. A message that takes a while to write is then still taken, for the reason for
 * which the visitor was refused, although a line is free again or the assistant has opened.
 */
import { readSignedId, signId } from "../lib/signedId";
import { HOUR_MS } from "../shared/durations";
import { UNAVAILABLE_CASES, type UnavailableCase } from "../shared/unavailability";

const VALID_MS = HOUR_MS;

export async function createMessagePass(
  embedId: string,
  unavailableCase: UnavailableCase,
): Promise<string> {
  const signed = { id: crypto.randomUUID(), expiresAtMs: Date.now() + VALID_MS };
  return `${unavailableCase}.${await signId(purposeFor(embedId, unavailableCase), signed)}`;
}

/** Null unless we created it for this assistant within the last hour. */
export async function readMessagePass(
  embedId: string,
  pass: unknown,
): Promise<UnavailableCase | null> {
  if (typeof pass !== "string") return null;
  const named = UNAVAILABLE_CASES.find((one) => pass.startsWith(`${one}.`));
  if (named === undefined) return null;
  const signed = await readSignedId(purposeFor(embedId, named), pass.slice(named.length + 1));
  return signed !== null && signed.expiresAtMs > Date.now() ? named : null;
}

function purposeFor(embedId: string, unavailableCase: UnavailableCase): string {
  return `message pass ${unavailableCase} ${embedId}`;
}
