import { readSetting, saveSetting } from "../../lib/browser-setting";

const KEY = "hark.browser";

/**
 * A random id of this browser. Failed sign-ins elsewhere do not lock out a browser that the owner has
 * signed in with before. The id stays when the owner signs out, and contains nothing about them.
 */
export function browserId(): string {
  const known = readSetting(KEY);
  if (known !== null) return known;
  const created = crypto.randomUUID();
  saveSetting(KEY, created);
  return created;
}
