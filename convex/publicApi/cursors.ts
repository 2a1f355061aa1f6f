/**
 * Cursors of lists. The database's cursor is signed together with the owner, the path and the filter, because with others it
 * would be a position in another list, or an error.
 */
import { fromBase64, toBase64Url } from "../lib/bytes";
import { isSignatureOf, signatureOf } from "../lib/keyedHash";

export interface List {
  ownerId: string;
  path: string;
  /** All parameters except the limit and the cursor. */
  filter: object;
}

export async function cursorFor(list: List, place: string): Promise<string> {
  return `${toBase64Url(new TextEncoder().encode(place))}.${await signatureOf(signedText(list, place))}`;
}

/** Null if we did not create the cursor for this list. */
export async function placeOf(list: List, cursor: string): Promise<string | null> {
  const [text = "", signature = "", ...rest] = cursor.split(".");
  const place = fromBase64Url(text);
  if (place === null || rest.length > 0) return null;
  return (await isSignatureOf(signedText(list, place), signature)) ? place : null;
}

/** The first words differ from those of everything else that the deployment signs. */
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
