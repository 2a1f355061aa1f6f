/** Lives through the demo's quarter on the shared clock: sign-up, trial, three months of calls and bills, until now. */
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { OWN_TIME_ZONE } from "@hark/stand-in-kit/time-zone";
import { BAKERY } from "./businesses/bakery.ts";
import { BIKE_SHOP } from "./businesses/bike-shop.ts";
import { DENTIST } from "./businesses/dentist.ts";
import { stopsOf } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { asOperator, upload } from "../start/deployment.ts";
import type { Deployment } from "../start/deployment.ts";
import { createAssistant, publish, signIn, signUp, subscribe } from "./owner.ts";
import type { Credentials } from "./owner.ts";
import { reportOf } from "./planned-call.ts";
import type { PlannedCall } from "./planned-call.ts";
import { plannedCalls } from "./quarter.ts";
import { record } from "./recordings.ts";

const BUSINESSES = [BAKERY, DENTIST, BIKE_SHOP];
/** The functions take 200, and one that takes long lets others wait. */
const TOLD_AT_ONCE = 50;
const SEEN_EVERY_MS = 30 * 86_400_000;
const MAX_RECORDED = 12;
/** Of a talk that is worth listening to, and not too long to make. */
const LINES_RECORDED = { least: 8, most: 15 };

export interface Place {
  backendUrl: string;
  adminKey: string;
  clock: AdjustableClock;
  /** Resolves once nothing is on its way any more. */
  settled: () => Promise<void>;
}

export interface Filling extends Credentials {
  browser: string;
  calendar: Calendar;
  progress: (share: number) => void;
}

/** Answers how many calls there were. */
export async function fill(place: Place, filling: Filling): Promise<number> {
  const { backendUrl: url, adminKey, clock, settled } = place;
  const { calendar, progress, ...who } = filling;
  const operator = asOperator({ url, adminKey });
  const calls = plannedCalls({ ...calendar, businesses: BUSINESSES, timeZone: OWN_TIME_ZONE });
  const spoken = recordable(calls);
  // Beside all else: it is done when the last calls are.
  const recording = record(spoken, voiceOf);
  const assistants = await open(place, who);
  let [told, seenAtMs] = [0, calendar.fromMs];
  for (const stopMs of stopsOf(calendar)) {
    clock.advance(Math.max(0, stopMs - clock.now()));
    await settled();
    const due = calls.slice(told).filter(({ mintedAtMs }) => mintedAtMs < stopMs - 600_000);
    const isRecorded = due.some((call) => spoken.includes(call));
    const recorded = isRecorded ? await recording : null;
    const heard = due.map((call) => {
      const timing = recorded?.get(call.platformCallId)?.timing ?? call.timing;
      return { ...call, timing };
    });
    await tell(operator, assistants, heard);
    told += due.length;
    progress(told / calls.length);
    // Who comes back often enough is not told of a new place.
    if (stopMs < seenAtMs + SEEN_EVERY_MS) continue;
    seenAtMs = stopMs;
    await signIn(url, who);
  }
  for (const [platformCallId, { file }] of await recording) {
    const link = await operator.mutation<string>("operator:recordingUploadUrl");
    const storageId = await upload(link, file);
    await operator.mutation("operator:attachRecording", { platformCallId, storageId });
  }
  await settled();
  return told;
}

/** Answers the assistants' ids by business. */
async function open(
  { backendUrl: url, adminKey, settled }: Place,
  who: Credentials & { browser: string },
): Promise<Map<string, string>> {
  const owner = await signUp({ url, adminKey }, { ...who, timeZone: OWN_TIME_ZONE });
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

async function tell(
  operator: Deployment,
  assistants: Map<string, string>,
  calls: PlannedCall[],
): Promise<void> {
  for (const [business, assistantId] of assistants) {
    const own = calls.filter((call) => call.business === business);
    for (let from = 0; from < own.length; from += TOLD_AT_ONCE) {
      const some = own.slice(from, from + TOLD_AT_ONCE).map((call) => {
        const { platformCallId, mintedAtMs, handled } = call;
        return { platformCallId, mintedAtMs, handled, report: reportOf(call) };
      });
      await operator.mutation("operator:addCalls", { assistantId, calls: some });
    }
  }
}

function recordable(calls: PlannedCall[]): PlannedCall[] {
  return calls
    .filter(({ talk: { lines, endedReason } }) => {
      const { least, most } = LINES_RECORDED;
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
