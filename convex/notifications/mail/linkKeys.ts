/**
 * What only who reads a mail knows: the key in its link, and a code to type. Both are made of what they are
 * for and of a key of the deployment's, so that nothing has to be kept with which somebody could get in.
 */
import { toBase64Url } from "../../lib/bytes";
import { keyedHashes } from "../../lib/keyedHash";
import { isSameSecret } from "../../lib/secrets";

/** What people do not mistake for one another: 32 signs, so that a byte's share of them is even. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Five bits each: a thousand million million codes. */
const CODE_LENGTH = 10;

export async function linkKeyFor(what: string): Promise<string> {
  return newest(await linkKeys(what));
}

export async function isLinkKeyFor(what: string, given: string): Promise<boolean> {
  return await isOneOf(given, await linkKeys(what));
}

/** In two halves, as it is shown. */
export async function codeFor(what: string): Promise<string> {
  const code = newest(await codes(what));
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** However it is typed. */
export async function isCodeFor(what: string, given: string): Promise<boolean> {
  const typed = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return await isOneOf(typed, await codes(what));
}

async function linkKeys(what: string): Promise<string[]> {
  return (await keyedHashes(`link ${what}`)).map(toBase64Url);
}

async function codes(what: string): Promise<string[]> {
  const hashes = await keyedHashes(`code ${what}`);
  return hashes.map((bytes) =>
    Array.from(bytes.slice(0, CODE_LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join(""),
  );
}

/** With the newest of the deployment's keys. */
function newest(made: string[]): string {
  const [first] = made;
  if (first === undefined) throw new Error("There is no key to hash with");
  return first;
}

async function isOneOf(given: string, expected: string[]): Promise<boolean> {
  const matches = await Promise.all(expected.map((one) => isSameSecret(given, one)));
  return matches.includes(true);
}
