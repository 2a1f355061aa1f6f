import type { ShownCall } from "../../lib/shown-calls";

/**
 * Puts the newest calls before the known ones. As new calls arrive, older ones drop out of the backend's
 * list but stay on screen. A known call as recent as the list but missing from it was deleted.
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

/**
 * Applies the latest changes, newest change first, to the known calls. Returns null if the list has to be
 * loaded again: more calls may have changed than are reported, or a reported call was deleted.
 */
export function withChanges(
  changed: ShownCall[],
  before: ShownCall[],
  known: ShownCall[],
): ShownCall[] | null {
  const oldest = known.at(-1);
  // The known calls already include every change before this one.
  const last = changed.find((call) => known.some((other) => isSame(call, other)));
  if (oldest === undefined || last === undefined) return null;
  const changedIds = new Set(changed.map(({ id }) => id));
  const laterBefore = before.slice(
    0,
    Math.max(
      before.findIndex(({ id }) => id === last.id),
      0,
    ),
  );
  if (laterBefore.some(({ id }) => !changedIds.has(id))) return null;
  const listed = changed.filter(({ createdAt }) => createdAt >= oldest.createdAt);
  return withOlder(listed, known).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

function isSame(one: ShownCall, other: ShownCall): boolean {
  return one.id === other.id && JSON.stringify(one) === JSON.stringify(other);
}
