/** Ten days as they were planned, and as much time after them as it takes until nothing is left to do. */
import { setTimeout as pause } from "node:timers/promises";
import { beginCall, talkToTheEnd } from "./calls.ts";
import type { Begun } from "./calls.ts";
import { WITH_ACCOUNTS } from "./deeds-with-accounts.ts";
import { WITH_ASSISTANTS } from "./deeds-with-assistants.ts";
import { WITH_PLANS } from "./deeds-with-plans.ts";
import { chosen, isForPeople, saidTo } from "./doing.ts";
import type { Deed, Doing } from "./doing.ts";
import { beginFault } from "./faults.ts";
import { count, feel, nothingLived } from "./lived.ts";
import type { Lived, LivedOwner } from "./lived.ts";
import { personOf, signUp } from "./people.ts";
import type { DeedName, Moment, PlannedDeed } from "./plan.ts";
import { changesAtStripe } from "./standings.ts";
import type { WholeWorld } from "./whole-world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DEEDS: Record<DeedName, Deed> = { ...WITH_ACCOUNTS, ...WITH_ASSISTANTS, ...WITH_PLANS };

interface Days {
  world: WholeWorld;
  lived: Lived;
  /** What began and will end in so many moments. */
  ending: { inMoments: number; end: () => Promise<void> }[];
}

export async function live(world: WholeWorld, moments: Moment[]): Promise<Lived> {
  const days: Days = { world, lived: nothingLived(), ending: [] };
  for (const moment of moments) await liveThrough(days, moment);
  await endFaults(days, Infinity);
  days.lived.standings = await changesAtStripe(world.money.stripe);
  await settleDown(days);
  return days.lived;
}

async function liveThrough(days: Days, moment: Moment): Promise<void> {
  const { world, lived } = days;
  for (const first of moment.newcomers) await welcome(days, first);
  const full = moment.faults.find(({ kind }) => kind === "disk full");
  const night = moment.faults.find(({ kind }) => kind === "killed for hours");
  for (const fault of moment.faults) {
    if (fault.kind === "disk full" || fault.kind === "killed for hours") continue;
    const end = await beginFault(world, lived, fault);
    days.ending.push({ inMoments: fault.moments, end });
  }
  const begun: Begun[] = [];
  for (const planned of moment.calls) {
    const call = await beginCall(world, lived, planned);
    if (call !== null) begun.push(call);
  }
  const refill = full && (await beginFault(world, lived, full));
  for (const planned of moment.deeds) await doAsPlanned(days, planned, full !== undefined);
  await talkToTheEnd(world, lived, begun);
  if (refill !== undefined) await world.pass(HOUR_MS);
  await refill?.();
  await endFaults(days, 0);
  const revive = night && (await beginFault(world, lived, night));
  await world.pass(moment.hours * HOUR_MS);
  await revive?.();
}

async function endFaults(days: Days, moments: number): Promise<void> {
  const over = days.ending.filter(({ inMoments }) => inMoments <= moments);
  days.ending = days.ending.filter((fault) => !over.includes(fault));
  for (const fault of days.ending) fault.inMoments -= 1;
  for (const { end } of over) await end();
}

let people = 0;

async function welcome(days: Days, first: PlannedDeed[]): Promise<void> {
  people += 1;
  const person = await signUp(days.world, `owner-${people}@days.test`);
  const said = { recordedSeconds: 0, deletedAtMs: null, saidOfPlan: null };
  const owner: LivedOwner = { person, assistants: [], ...said };
  days.lived.owners.push(owner);
  for (const planned of first) await attempt(days, { owner, planned, isDiskFull: false });
}

async function doAsPlanned(days: Days, planned: PlannedDeed, isDiskFull: boolean): Promise<void> {
  const there = days.lived.owners.filter(({ deletedAtMs }) => deletedAtMs === null);
  const owner = chosen(there, planned.who);
  if (owner === undefined) return;
  await attempt(days, { owner, planned, isDiskFull });
}

async function attempt(
  days: Days,
  { owner, planned, isDiskFull }: { owner: LivedOwner; planned: PlannedDeed; isDiskFull: boolean },
): Promise<void> {
  const { world, lived } = days;
  const { interrupted } = planned;
  // What is counted by hand is asked for once, and nobody is there to ask again.
  const isInterruptible = planned.do !== "use minutes" && !isDiskFull;
  const isKilled = isInterruptible && interrupted?.by === "kill";
  const isOffline = isInterruptible && interrupted?.by === "offline";
  const doing: Doing = {
    ...{ world, lived, owner, planned },
    visit: (deed) =>
      personOf(world, owner).visit(async (caller, sockets) => {
        if (isOffline) sockets.loseBefore("MutationResponse");
        const done = await deed(caller);
        if (isOffline && sockets.opened() > 1) feel(lived, "an owner offline in mid-save");
        return done;
      }),
  };
  const over = new AbortController();
  const deed = DEEDS[planned.do](doing)
    .then(() => count(lived.done, planned.do))
    .catch((error: unknown) => {
      if (isForPeople(error)) return count(lived.refused, `${planned.do}: ${saidTo(error)}`);
      const wasCut = isKilled && isLoss(error);
      const wasFull = isDiskFull && String(error).includes("cannot be");
      if (!wasCut && !wasFull) lived.surprises.push(`${planned.do}: ${String(error)}`);
    })
    .finally(() => over.abort());
  if (isKilled) {
    await pause(interrupted.afterMs);
    const fromMs = world.clock.now();
    if (!over.signal.aborted) feel(lived, "the backend killed in mid-deed");
    await world.kill();
    await world.start();
    lived.moneyDisturbed.push({ fromMs, untilMs: world.clock.now() });
  }
  await deed;
}

/** What an action, an upload or a page hears of a backend that died. */
function isLoss(error: unknown): boolean {
  return /Connection lost while action was in flight|fetch failed/.test(String(error));
}

/** What failed is tried again, what was lost is asked for, and the month that was begun ends. */
async function settleDown({ world, lived }: Days): Promise<void> {
  for (const ms of [10 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, DAY_MS]) await world.pass(ms);
  lived.deliveries = await world.local.rows("webhookDeliveries");
  for (let day = 0; day < 36; day += 4) await world.pass(4 * DAY_MS);
  await world.pass(HOUR_MS);
}
