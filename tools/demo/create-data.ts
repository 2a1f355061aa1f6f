/**
 * Creates the demo's data by moving the shared clock: sign-up, trial, three months of calls and invoices, until now.
 */
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { OWN_TIME_ZONE } from "@hark/stand-in-kit/time-zone";
import { BAKERY } from "./businesses/bakery.ts";
import { BIKE_SHOP } from "./businesses/bike-shop.ts";
import { DENTIST } from "./businesses/dentist.ts";
import { stopsOf } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { asOperator, asOwner, upload } from "../start/deployment.ts";
import type { Deployment } from "../start/deployment.ts";
import { addNotes, createAssistant, publish, signIn, signUp, subscribe } from "./owner.ts";
import type { Credentials } from "./owner.ts";
import { reportOf } from "./planned-call.ts";
import type { PlannedCall } from "./planned-call.ts";
import { plannedCalls } from "./quarter.ts";
import { record } from "./recordings.ts";

const BUSINESSES = [BAKERY, DENTIST, BIKE_SHOP];
/** `addCalls` accepts 200, but a long mutation makes others wait. */
const CALLS_PER_BATCH = 50;
const SIGN_IN_EVERY_MS = 30 * 86_400_000;
const MAX_RECORDED = 12;
/** A recorded conversation has so many lines: worth listening to, and quick to synthesize. */
const RECORDED_LINES = { least: 8, most: 15 };

export interface DemoBackend {
  backendUrl: string;
  adminKey: string;
  clock: AdjustableClock;
  /** Resolves once all jobs have run and all webhooks are delivered. */
  settled: () => Promise<void>;
}

export interface DemoOptions extends Credentials {
  browser: string;
  calendar: Calendar;
  progress: (share: number) => void;
}

/** Returns the number of calls. */
export async function createDemoData(backend: DemoBackend, options: DemoOptions): Promise<number> {
  const { backendUrl: url, adminKey, clock, settled } = backend;
  const { calendar, progress, ...credentials } = options;
  const operator = asOperator({ url, adminKey });
  const calls = plannedCalls({ ...calendar, businesses: BUSINESSES, timeZone: OWN_TIME_ZONE });
  const toRecord = callsToRecord(calls);
  // Runs meanwhile. It is needed only for the last calls.
  const recording = record(toRecord, voiceOf);
  const assistants = await setUpOwner(backend, credentials);
  let [addedCount, signedInAtMs] = [0, calendar.fromMs];
  for (const stopMs of stopsOf(calendar)) {
    clock.advance(Math.max(0, stopMs - clock.now()));
    await settled();
    const due = calls.slice(addedCount).filter(({ createdAtMs }) => createdAtMs < stopMs - 600_000);
    const isRecorded = due.some((call) => toRecord.includes(call));
    const recorded = isRecorded ? await recording : null;
    const batch = due.map((call) => {
      const timing = recorded?.get(call.platformCallId)?.timing ?? call.timing;
      return { ...call, timing };
    });
    await addCalls(operator, assistants, batch);
    addedCount += due.length;
    progress(addedCount / calls.length);
    // Signing in often enough avoids mail about a sign-in from a new device.
    if (stopMs < signedInAtMs + SIGN_IN_EVERY_MS) continue;
    signedInAtMs = stopMs;
    await signIn(url, credentials);
  }
  const owner = asOwner(url, (await signIn(url, credentials)).token);
  for (const business of BUSINESSES) {
    const assistantId = must(assistants.get(business.id), business.id);
    await addNotes(owner, assistantId, business, clock.now());
  }
  for (const [platformCallId, { file }] of await recording) {
    const link = await operator.mutation<string>("operator:recordingUploadUrl");
    const storageId = await upload(link, file);
    await operator.mutation("operator:attachRecording", { platformCallId, storageId });
  }
  await settled();
  return addedCount;
}

/** Signs up and creates the assistants. Returns their IDs by business. */
async function setUpOwner(
  { backendUrl: url, adminKey, settled }: DemoBackend,
  credentials: Credentials & { browser: string },
): Promise<Map<string, string>> {
  const owner = await signUp({ url, adminKey }, { ...credentials, timeZone: OWN_TIME_ZONE });
  const assistants = new Map<string, string>();
  for (const business of BUSINESSES) {
    assistants.set(business.id, await createAssistant(owner, business));
  }
  await owner.mutation("account:chooseMail", { group: "summary", isOn: true });
  await subscribe(owner, "PRO");
  await settled();
  for (const assistantId of assistants.values()) await publish(owner, assistantId);
  return assistants;
}

async function addCalls(
  operator: Deployment,
  assistants: Map<string, string>,
  calls: PlannedCall[],
): Promise<void> {
  for (const [business, assistantId] of assistants) {
    const own = calls.filter((call) => call.business === business);
    for (let from = 0; from < own.length; from += CALLS_PER_BATCH) {
      const some = own.slice(from, from + CALLS_PER_BATCH).map((call) => {
        const { platformCallId, createdAtMs, handled } = call;
        return { platformCallId, createdAtMs, handled, report: reportOf(call) };
      });
      await operator.mutation("operator:addCalls", { assistantId, calls: some });
    }
  }
}

function callsToRecord(calls: PlannedCall[]): PlannedCall[] {
  return calls
    .filter(({ conversation: { lines, endedReason } }) => {
      const { least, most } = RECORDED_LINES;
      return endedReason === undefined && lines.length >= least && lines.length <= most;
    })
    .slice(-MAX_RECORDED);
}

function voiceOf(id: string): string {
  return must(
    BUSINESSES.find((business) => business.id === id),
    id,
  ).assistant.voice;
}
