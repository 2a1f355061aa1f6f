import { keep, kept } from "../../lib/kept-setting";

const KEY = "hark.browser";

/**
 * A random id of this browser. Failed sign-ins elsewhere do not lock out a browser that the owner has
 * signed in with before. The id stays when the owner signs out, and contains nothing about them.
 */
export function browserId(): string {
  const known = kept(KEY);
  if (known !== null) return known;
  const created = crypto.randomUUID();
  keep(KEY, created);
  return created;
}
