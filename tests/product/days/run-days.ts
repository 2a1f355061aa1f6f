/** Runs the ten planned days, then lets time pass until no work is left. */
import { setTimeout as pause } from "node:timers/promises";
import { startCall, finishCalls } from "./calls.ts";
import type { StartedCall } from "./calls.ts";
import { ACCOUNT_ACTIONS } from "./account-actions.ts";
import { ASSISTANT_ACTIONS } from "./assistant-actions.ts";
import { PLAN_ACTIONS } from "./plan-actions.ts";
import { pick, isUserError, messageOf } from "./action.ts";
import type { Action, ActionContext } from "./action.ts";
import { beginFault } from "./faults.ts";
import { count, countFault, emptyHistory } from "./history.ts";
import type { History, OwnerRecord } from "./history.ts";
import { REVIEW_ACTIONS } from "./review-actions.ts";
import { personOf, signUp } from "./people.ts";
import type { ActionName, Moment, PlannedAction } from "./plan.ts";
import { subscriptionChanges } from "./subscription-changes.ts";
import type { WholeWorld } from "./whole-world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const ACTIONS: Record<ActionName, Action> = {
  ...ACCOUNT_ACTIONS,
  ...ASSISTANT_ACTIONS,
  ...PLAN_ACTIONS,
  ...REVIEW_ACTIONS,
};

interface Run {
  world: WholeWorld;
  history: History;
  /** Faults that have begun, and after how many moments each ends. */
  ending: { inMoments: number; end: () => Promise<void> }[];
}

export async function runDays(world: WholeWorld, moments: Moment[]): Promise<History> {
  const run: Run = { world, history: emptyHistory(), ending: [] };
  for (const moment of moments) await runMoment(run, moment);
  await endFaults(run, Infinity);
  run.history.statusChanges = await subscriptionChanges(world.money.stripe);
  await runUntilQuiet(run);
  return run.history;
}

async function runMoment(run: Run, moment: Moment): Promise<void> {
  const { world, history } = run;
  for (const first of moment.newcomers) await addOwner(run, first);
  const full = moment.faults.find(({ kind }) => kind === "disk full");
  const night = moment.faults.find(({ kind }) => kind === "killed for hours");
  for (const fault of moment.faults) {
    if (fault.kind === "disk full" || fault.kind === "killed for hours") continue;
    const end = await beginFault(world, history, fault);
    run.ending.push({ inMoments: fault.moments, end });
  }
  const started: StartedCall[] = [];
  for (const planned of moment.calls) {
    const call = await startCall(world, history, planned);
    if (call !== null) started.push(call);
  }
  const refill = full && (await beginFault(world, history, full));
  for (const planned of moment.actions) await runPlannedAction(run, planned, full !== undefined);
  await finishCalls(world, history, started);
  if (refill !== undefined) await world.advance(HOUR_MS);
  await refill?.();
  await endFaults(run, 0);
  const revive = night && (await beginFault(world, history, night));
  await world.advance(moment.hours * HOUR_MS);
  await revive?.();
}

async function endFaults(run: Run, moments: number): Promise<void> {
  const over = run.ending.filter(({ inMoments }) => inMoments <= moments);
  run.ending = run.ending.filter((fault) => !over.includes(fault));
  for (const fault of run.ending) fault.inMoments -= 1;
  for (const { end } of over) await end();
}

let people = 0;

async function addOwner(run: Run, first: PlannedAction[]): Promise<void> {
  people += 1;
  const person = await signUp(run.world, `owner-${people}@run.test`);
  const owner: OwnerRecord = {
    person,
    assistants: [],
    recordedSeconds: 0,
    deletedAtMs: null,
    lastPlanChoice: null,
  };
  run.history.owners.push(owner);
  for (const planned of first) await runAction(run, { owner, planned, isDiskFull: false });
}

async function runPlannedAction(
  run: Run,
  planned: PlannedAction,
  isDiskFull: boolean,
): Promise<void> {
  const there = run.history.owners.filter(({ deletedAtMs }) => deletedAtMs === null);
  const owner = pick(there, planned.who);
  if (owner === undefined) return;
  await runAction(run, { owner, planned, isDiskFull });
}

async function runAction(
  run: Run,
  {
    owner,
    planned,
    isDiskFull,
  }: { owner: OwnerRecord; planned: PlannedAction; isDiskFull: boolean },
): Promise<void> {
  const { world, history } = run;
  const { interrupted } = planned;
  // Minutes are recorded by one call of an internal function, which nothing would repeat.
  const isInterruptible = planned.do !== "use minutes" && !isDiskFull;
  const isKilled = isInterruptible && interrupted?.by === "kill";
  const isOffline = isInterruptible && interrupted?.by === "offline";
  const context: ActionContext = {
    ...{ world, history, owner, planned },
    visit: (action) =>
      personOf(world, owner).visit(async (caller, sockets) => {
        if (isOffline) sockets.loseBefore("MutationResponse");
        const done = await action(caller);
        if (isOffline && sockets.opened() > 1)
          countFault(history, "an owner offline during an action");
        return done;
      }),
  };
  const over = new AbortController();
  const action = ACTIONS[planned.do](context)
    .then(() => count(history.actionCounts, planned.do))
    .catch((error: unknown) => {
      if (isUserError(error))
        return count(history.refusalCounts, `${planned.do}: ${messageOf(error)}`);
      const wasCut = isKilled && isConnectionLoss(error);
      const wasFull = isDiskFull && String(error).includes("cannot be");
      if (!wasCut && !wasFull) history.unexpectedErrors.push(`${planned.do}: ${String(error)}`);
    })
    .finally(() => over.abort());
  if (isKilled) {
    await pause(interrupted.afterMs);
    const fromMs = world.clock.now();
    if (!over.signal.aborted) countFault(history, "the backend killed during an action");
    await world.kill();
    await world.start();
    history.billingDisturbances.push({ fromMs, untilMs: world.clock.now() });
  }
  await action;
}

/** The errors that a Convex action, an upload or a page gets when the backend dies. */
function isConnectionLoss(error: unknown): boolean {
  return /Connection lost while action was in flight|fetch failed/.test(String(error));
}

/** Long enough for retries, for reconciling with the vendors, and for the current billing month to end. */
async function runUntilQuiet({ world, history }: Run): Promise<void> {
  for (const ms of [10 * MINUTE_MS, HOUR_MS, 8 * HOUR_MS, DAY_MS]) await world.advance(ms);
  history.deliveries = await world.local.rows("webhookDeliveries");
  for (let day = 0; day < 36; day += 4) await world.advance(4 * DAY_MS);
  await world.advance(HOUR_MS);
}
