import type { Snapshot } from "../snapshot.ts";
import type { OwnerRecord } from "../history.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const sum = <T>(list: readonly T[], part: (one: T) => number) =>
  list.reduce((total, one) => total + part(one), 0);

const stillThere = ({ history }: Snapshot) =>
  history.owners.filter(({ deletedAtMs }) => deletedAtMs === null);

const deletedCalls = ({ tables }: Snapshot) =>
  tables.callDeletions.flatMap(({ platformCallId }) => platformCallId ?? []);

const countedOnce: Invariant = {
  rule: "every finished call is counted once, with the seconds that the platform reports",
  failures(snapshot) {
    const { history, tables } = snapshot;
    const owners = stillThere(snapshot).map(({ person }) => person.userId);
    const mine = history.calls.filter(({ ownerId }) => owners.includes(ownerId));
    return mine.flatMap(({ platformCallId, seconds, hasFalseReport }) => {
      const rows = tables.calls.filter((row) => row.platformCallId === platformCallId);
      const isDeleted = deletedCalls(snapshot).includes(platformCallId);
      // Nobody joined: the call is deleted on both sides, or stays with zero seconds.
      if (rows.length === 0 && (isDeleted || seconds === 0)) return [];
      const counted = rows.map((row) => row.seconds ?? 0);
      if (rows.length === 1 && (hasFalseReport || seconds === null || counted[0] === seconds))
        return [];
      return [`call ${platformCallId}: ${seconds} s there, ${JSON.stringify(counted)} here`];
    });
  },
};

const believable: Invariant = {
  rule: "whatever the platform reports, no call is longer or costs more than possible",
  failures: ({ tables }) =>
    tables.calls.flatMap(({ _id, seconds = 0, costMicros = 0, maxDurationSeconds }) => {
      const longest = maxDurationSeconds + 60;
      const dearest = Math.ceil(longest / 60) * 10_000_000;
      const isRight =
        seconds >= 0 && seconds <= longest && costMicros >= 0 && costMicros <= dearest;
      return isRight ? [] : [`call ${_id}: ${seconds} s, ${costMicros} millionths`];
    }),
};

const addsUp: Invariant = {
  rule: "an account's totals are the sums of its calls, also by period, assistant and hour",
  failures: (snapshot) =>
    stillThere(snapshot).flatMap((owner) => {
      const sums = sumsOf(snapshot, owner);
      const { all } = sums;
      const expected = expectedSeconds(snapshot, owner);
      const wrong = Object.entries(sums).filter(([, seconds]) => seconds !== all);
      if (wrong.length === 0 && (expected === null || expected === all)) return [];
      return [`${owner.person.email}: ${JSON.stringify({ ...sums, expected })}`];
    }),
};

function sumsOf({ tables }: Snapshot, { person: { userId } }: OwnerRecord) {
  const own = <T extends { ownerId: string }>(rows: T[]) =>
    rows.filter(({ ownerId }) => ownerId === userId);
  const hours = own(tables.usageHours);
  const seconds = ({ seconds: talked }: { seconds: number }) => talked;
  return {
    all: sum(own(tables.ownerTotals), seconds),
    periods: sum(own(tables.usagePeriods), seconds),
    assistants: sum(own(tables.assistantUsage), seconds),
    hours: sum(
      hours.filter(({ assistantId }) => assistantId === null),
      seconds,
    ),
    assistantHours: sum(
      hours.filter(({ assistantId }) => assistantId !== null),
      seconds,
    ),
  };
}

/** Null if a call with a false report was deleted: what it counted for is then unknown. */
function expectedSeconds({ history, tables }: Snapshot, owner: OwnerRecord): number | null {
  const { userId } = owner.person;
  const rows = tables.calls.filter(({ ownerId }) => ownerId === userId);
  const here = rows.map(({ platformCallId }) => platformCallId);
  const gone = history.calls.filter(
    ({ ownerId, platformCallId }) => ownerId === userId && !here.includes(platformCallId),
  );
  if (gone.some(({ hasFalseReport, seconds }) => hasFalseReport || seconds === null)) return null;
  const kept = sum(rows, ({ seconds }) => seconds ?? 0);
  return owner.recordedSeconds + kept + sum(gone, ({ seconds }) => seconds ?? 0);
}

const known: Invariant = {
  rule: "Hark and the platform list the same calls",
  failures({ platform, tables }) {
    const there = platform.calls.map(({ id }) => id);
    const here = tables.calls.flatMap(({ platformCallId }) => platformCallId ?? []);
    return [
      ...without(there, here).map((id) => `only there: ${id}`),
      ...without(here, there).map((id) => `only here: ${id}`),
      ...repeated(here).map((id) => `twice here: ${id}`),
    ];
  },
};

const over: Invariant = {
  rule: "every call has ended and frees its concurrency slot",
  failures: ({ tables, platform }) => [
    ...tables.calls
      .filter(({ isLive, status }) => isLive || status !== "ended")
      .map(({ _id, status }) => `here: ${_id}, ${status}`),
    ...platform.calls
      .filter(({ status }) => status !== "ended")
      .map(({ id, status }) => `there: ${id}, ${status}`),
  ],
};

const leftBehind: Invariant = {
  rule: "a call's outcome and texts are stored once, and deleted with the call",
  failures({ tables }) {
    const calls = tables.calls.map(({ _id }): string => _id);
    const outcomes = tables.outcomes.map(({ callId }): string => callId);
    const texts = tables.callTexts.map(({ callId }): string => callId);
    return [...repeated(outcomes), ...repeated(texts)]
      .map((id) => `twice: ${id}`)
      .concat(
        [...without(outcomes, calls), ...without(texts, calls)].map((id) => `of none: ${id}`),
      );
  },
};

export const CALLS = [countedOnce, believable, addsUp, known, over, leftBehind];
