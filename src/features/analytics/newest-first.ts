import type { ShownCall } from "../../lib/shown-calls";

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

/**
 * The list after some of its calls changed, of which the last few are told, the last one first. Null when it
 * has to be loaded anew: more may have changed than was told, or a call that was told of before is gone.
 */
export function withChanges(
  changed: ShownCall[],
  before: ShownCall[],
  known: ShownCall[],
): ShownCall[] | null {
  const oldest = known.at(-1);
  // Whatever changed before this one was known with it.
  const last = changed.find((call) => known.some((other) => isSame(call, other)));
  if (oldest === undefined || last === undefined) return null;
  const told = new Set(changed.map(({ id }) => id));
  const laterBefore = before.slice(
    0,
    Math.max(
      before.findIndex(({ id }) => id === last.id),
      0,
    ),
  );
  if (laterBefore.some(({ id }) => !told.has(id))) return null;
  const listed = changed.filter(({ createdAt }) => createdAt >= oldest.createdAt);
  return withOlder(listed, known).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

function isSame(one: ShownCall, other: ShownCall): boolean {
  return one.id === other.id && JSON.stringify(one) === JSON.stringify(other);
}
