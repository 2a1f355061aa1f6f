/**
 * Where a list goes on. The database's own cursor is sealed together with whose list it is and how it was asked for:
 * with any other it would name a place in another list, or be a fault.
 */
import { fromBase64, toBase64Url } from "../lib/bytes";
import { isSignatureOf, signatureOf } from "../lib/keyedHash";

export interface List {
  ownerId: string;
  path: string;
  /** All that was asked for, other than how much and from where. */
  filter: object;
}

export async function cursorFor(list: List, place: string): Promise<string> {
  return `${toBase64Url(new TextEncoder().encode(place))}.${await signatureOf(signedText(list, place))}`;
}

/** Null for what was not given out for this list. */
export async function placeOf(list: List, cursor: string): Promise<string | null> {
  const [text = "", signature = "", ...rest] = cursor.split(".");
  const place = fromBase64Url(text);
  if (place === null || rest.length > 0) return null;
  return (await isSignatureOf(signedText(list, place), signature)) ? place : null;
}

/** What the deployment seals otherwise begins with other words. */
function signedText({ ownerId, path, filter }: List, place: string): string {
  return `api cursor ${JSON.stringify([ownerId, path, filter, place])}`;
}

function fromBase64Url(text: string): string | null {
  try {
    const bytes = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
