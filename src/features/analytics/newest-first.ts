import type { ShownCall } from "./call-types";

/**
 * Puts the newest calls before those already known: as new ones come, older ones fall out of what the
 * backend lists, but not off the screen. What is as new as the list and not in it is gone.
 */
export function withNewest(newest: ShownCall[], known: ShownCall[]): ShownCall[] {
  const oldest = newest.at(-1);
  if (oldest === undefined) return [];
  return withOlder(
    newest,
    known.filter(({ createdAt }) => createdAt < oldest.createdAt),
  );
}

export function withOlder(calls: ShownCall[], older: ShownCall[]): ShownCall[] {
  const known = new Set(calls.map(({ id }) => id));
  return [...calls, ...older.filter(({ id }) => !known.has(id))];
}
