import { keep, kept } from "../../lib/kept-setting";

const KEY = "hark.browser";

/**
 * Who signed in with this browser before is let in here, however often strangers tried the password
 * elsewhere. It is kept when the owner signs out, and says nothing of them.
 */
export function browserId(): string {
  const known = kept(KEY);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  keep(KEY, made);
  return made;
}
