/** The last part of a link that is about one row: its id, and a keyed hash of the link's purpose and the id. */
import { isLinkKeyFor, linkKeyFor } from "./linkKeys";

type Purpose = "answer" | "receipt";

const KEY = /^([^-]+)-(.+)$/;

export async function rowKeyFor(purpose: Purpose, id: string): Promise<string> {
  return `${id}-${await linkKeyFor(`${purpose} ${id}`)}`;
}

/** The id, or null unless we made the key for this purpose. */
export async function readRowKey(purpose: Purpose, key: string): Promise<string | null> {
  const [, id = "", signature = ""] = KEY.exec(key) ?? [];
  return (await isLinkKeyFor(`${purpose} ${id}`, signature)) ? id : null;
}
