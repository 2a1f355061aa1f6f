import type { Books } from "../books.ts";
import type { LivedOwner } from "../lived.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

const sum = <T>(list: readonly T[], part: (one: T) => number) =>
  list.reduce((total, one) => total + part(one), 0);

const stillThere = ({ lived }: Books) =>
  lived.owners.filter(({ deletedAtMs }) => deletedAtMs === null);

const deletedCalls = ({ ours }: Books) =>
  ours.callDeletions.flatMap(({ platformCallId }) => platformCallId ?? []);

const countedOnce: Invariant = {
  says: "every finished call was counted once, with the seconds that the platform tells",
  complaints(books) {
    const { lived, ours } = books;
    const owners = stillThere(books).map(({ person }) => person.userId);
    const mine = lived.calls.filter(({ ownerId }) => owners.includes(ownerId));
    return mine.flatMap(({ platformCallId, seconds, isLiedOf }) => {
      const rows = ours.calls.filter((row) => row.platformCallId === platformCallId);
      const isDeleted = deletedCalls(books).includes(platformCallId);
      // Nobody joined: what came to nothing is deleted there and here, or stays with no second.
      if (rows.length === 0 && (isDeleted || seconds === 0)) return [];
      const told = rows.map((row) => row.seconds ?? 0);
      if (rows.length === 1 && (isLiedOf || seconds === null || told[0] === seconds)) return [];
      return [`call ${platformCallId}: ${seconds} s there, ${JSON.stringify(told)} here`];
    });
  },
};

const believable: Invariant = {
  says: "whatever the platform tells, no call is longer or dearer than it can be",
  complaints: ({ ours }) =>
    ours.calls.flatMap(({ _id, seconds = 0, costMicros = 0, maxDurationSeconds }) => {
      const longest = maxDurationSeconds + 60;
      const dearest = Math.ceil(longest / 60) * 10_000_000;
      const isRight =
        seconds >= 0 && seconds <= longest && costMicros >= 0 && costMicros <= dearest;
      return isRight ? [] : [`call ${_id}: ${seconds} s, ${costMicros} millionths`];
    }),
};

const addsUp: Invariant = {
  says: "an account's sums are the sums of its calls, by period, assistant and hour as well",
  complaints: (books) =>
    stillThere(books).flatMap((owner) => {
      const sums = sumsOf(books, owner);
      const { all } = sums;
      const expected = expectedSeconds(books, owner);
      const wrong = Object.entries(sums).filter(([, seconds]) => seconds !== all);
      if (wrong.length === 0 && (expected === null || expected === all)) return [];
      return [`${owner.person.email}: ${JSON.stringify({ ...sums, expected })}`];
    }),
};

function sumsOf({ ours }: Books, { person: { userId } }: LivedOwner) {
  const own = <T extends { ownerId: string }>(rows: T[]) =>
    rows.filter(({ ownerId }) => ownerId === userId);
  const hours = own(ours.usageHours);
  const seconds = ({ seconds: talked }: { seconds: number }) => talked;
  return {
    all: sum(own(ours.ownerTotals), seconds),
    periods: sum(own(ours.usagePeriods), seconds),
    assistants: sum(own(ours.assistantUsage), seconds),
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

/** Null where a call that was lied of is gone, so that nobody knows any more what it counted for. */
function expectedSeconds({ lived, ours }: Books, owner: LivedOwner): number | null {
  const { userId } = owner.person;
  const rows = ours.calls.filter(({ ownerId }) => ownerId === userId);
  const here = rows.map(({ platformCallId }) => platformCallId);
  const gone = lived.calls.filter(
    ({ ownerId, platformCallId }) => ownerId === userId && !here.includes(platformCallId),
  );
  if (gone.some(({ isLiedOf, seconds }) => isLiedOf || seconds === null)) return null;
  const kept = sum(rows, ({ seconds }) => seconds ?? 0);
  return owner.recordedSeconds + kept + sum(gone, ({ seconds }) => seconds ?? 0);
}

const known: Invariant = {
  says: "no call is at the platform of which we do not know, and none here that is not there",
  complaints({ platform, ours }) {
    const there = platform.calls.map(({ id }) => id);
    const here = ours.calls.flatMap(({ platformCallId }) => platformCallId ?? []);
    return [
      ...without(there, here).map((id) => `only there: ${id}`),
      ...without(here, there).map((id) => `only here: ${id}`),
      ...repeated(here).map((id) => `twice here: ${id}`),
    ];
  },
};

const over: Invariant = {
  says: "every call is over, and its line is free",
  complaints: ({ ours, platform }) => [
    ...ours.calls
      .filter(({ isLive, status }) => isLive || status !== "ended")
      .map(({ _id, status }) => `here: ${_id}, ${status}`),
    ...platform.calls
      .filter(({ status }) => status !== "ended")
      .map(({ id, status }) => `there: ${id}, ${status}`),
  ],
};

const leftBehind: Invariant = {
  says: "what a call left behind is kept once, and gone with the call",
  complaints({ ours }) {
    const calls = ours.calls.map(({ _id }): string => _id);
    const outcomes = ours.outcomes.map(({ callId }): string => callId);
    const texts = ours.callTexts.map(({ callId }): string => callId);
    return [...repeated(outcomes), ...repeated(texts)]
      .map((id) => `twice: ${id}`)
      .concat(
        [...without(outcomes, calls), ...without(texts, calls)].map((id) => `of none: ${id}`),
      );
  },
};

export const OF_CALLS = [countedOnce, believable, addsUp, known, over, leftBehind];
