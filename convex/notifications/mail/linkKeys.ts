/**
 * The keys of mailed links, and codes to type. Both are derived from their purpose and a key of the deployment, so that
 * no table contains a secret that lets somebody in.
 */
import { toBase64Url } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { isSameSecret } from "../../lib/secrets";

/** Characters that people do not confuse. There are 32, so that a random byte chooses each equally often. */
const CHARACTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Five bits each, so there are 2^50 codes. */
const CODE_LENGTH = 10;
/** 2^90 keys. The part of an address before the at sign has at most 64 characters (RFC 5321, section 4.5.3.1.1). */
const MAILBOX_KEY_LENGTH = 18;

export async function linkKeyFor(purpose: string): Promise<string> {
  return newest(await linkKeys(purpose));
}

export async function isLinkKeyFor(purpose: string, given: string): Promise<boolean> {
  return await isOneOf(given, await linkKeys(purpose));
}

/** In two halves, for people to read. */
export async function codeFor(purpose: string): Promise<string> {
  const code = newest(await codes(purpose));
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** Ignores case, spaces and punctuation. */
export async function isCodeFor(purpose: string, given: string): Promise<boolean> {
  const typed = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return await isOneOf(typed, await codes(purpose));
}

/** For an address that gets replies. In lower case, because mail programs may change the case of addresses. */
export async function mailboxKeyFor(purpose: string): Promise<string> {
  return newest(await mailboxKeys(purpose));
}

export async function isMailboxKeyFor(purpose: string, given: string): Promise<boolean> {
  return await isOneOf(given, await mailboxKeys(purpose));
}

async function mailboxKeys(purpose: string): Promise<string[]> {
  const hashes = await keyedHashes(`mailbox ${purpose}`);
  return hashes.map((bytes) => lettersOf(bytes, MAILBOX_KEY_LENGTH).toLowerCase());
}

async function linkKeys(purpose: string): Promise<string[]> {
  return (await keyedHashes(`link ${purpose}`)).map(toBase64Url);
}

async function codes(purpose: string): Promise<string[]> {
  const hashes = await keyedHashes(`code ${purpose}`);
  return hashes.map((bytes) => lettersOf(bytes, CODE_LENGTH));
}

function lettersOf(bytes: Uint8Array, length: number): string {
  const letters = Array.from(
    bytes.slice(0, length),
    (byte) => CHARACTERS[byte % CHARACTERS.length],
  );
  return letters.join("");
}

/** With the newest of the deployment's keys. */
function newest(hashes: string[]): string {
  const [first] = hashes;
  if (first === undefined) throw new Error("There is no key to hash with");
  return first;
}

async function isOneOf(given: string, expected: string[]): Promise<boolean> {
  const matches = await Promise.all(expected.map((one) => isSameSecret(given, one)));
  return matches.includes(true);
}
