/**
 * The only code that changes a call. Events may arrive in any order, more than once, late or never; the same set of events
 * always leaves the same call and the same usage. docs/calls.md has the table in words.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { countedSeconds } from "../billing/usage/countedSeconds";
import { countUsage, type CountedCall } from "../billing/usage/usage";
import { costWithin, secondsWithin, timeWithin } from "./bounds";
import { SLOT_RELEASED } from "./concurrency";
import { mailDailyLimit } from "./dailyLimitMail";
import { countVisitorSeconds } from "./dailyMinutes";
import {
  CALL_STATUSES,
  type CallReport,
  type CallStatus,
  type Recording,
  type EndSource,
  END_SOURCES,
} from "./table";
import { announceCall } from "./webhookEvents";

type Call = Doc<"calls">;

const END = [
  "platformCallId",
  "status",
  "isLive",
  "address",
  "endedAtMs",
  "endedReason",
  "endSource",
] as const;

/** Which fields each event may change. Everything else is left as it is. */
export const CHANGES_BY_EVENT = {
  confirmed: ["platformCallId", "status"],
  joined: ["platformCallId", "status", "isLive", "startedAtMs"],
  greeted: ["greetedAtMs"],
  heard: ["hasSpoken", "stopReason"],
  stopped: ["stopReason"],
  letGo: ["isLive", "address"],
  ended: END,
  reported: [
    ...END,
    "startedAtMs",
    "seconds",
    "costMicros",
    "summary",
    "isSuccessful",
    "messageCount",
    "recording",
    "hasSpoken",
    "stopReason",
  ],
  recorded: ["recording"],
} as const satisfies Record<string, readonly (keyof Call)[]>;

type Event = keyof typeof CHANGES_BY_EVENT;
type Change<E extends Event> = {
  [Field in (typeof CHANGES_BY_EVENT)[E][number]]?: Call[Field] | undefined;
};

/** The events, with what each reports. */
interface CallEvents {
  /** The platform has the call. */
  confirmed: { platformCallId: string; status: CallStatus };
  /** Somebody joined the call. */
  joined: { platformCallId: string; atMs: number };
  /** The assistant has spoken its first words. */
  greeted: { atMs: number };
  /** The platform has recognised a word of the visitor's. */
  heard: object;
  /** We are about to end it. */
  stopped: { reason: NonNullable<Call["stopReason"]> };
  /** Nobody joined in time, or the call must have ended. Frees its slot. */
  letGo: object;
  ended: { platformCallId: string; atMs: number; endedReason: string | null };
  reported: { platformCallId: string; report: CallReport; by: Exclude<EndSource, "status"> };
  recorded: { recording: Recording };
}

const AFTER: {
  [E in Event]: (call: WithoutSystemFields<Call>, told: CallEvents[E], nowMs: number) => Change<E>;
} = {
  confirmed: (call, { platformCallId, status }) => ({
    platformCallId,
    status: laterStatus(call.status, status),
  }),

  joined(call, { platformCallId, atMs }, nowMs) {
    const toldMs = timeWithin(call, atMs, nowMs);
    const { startedAtMs: knownMs = toldMs } = call;
    return {
      platformCallId,
      status: laterStatus(call.status, "in-progress"),
      startedAtMs: hasPlatformTimes(call) ? knownMs : Math.min(knownMs, toldMs),
      // Somebody who joins late takes a slot again.
      ...(wasJoined(call) ? {} : { isLive: true }),
    };
  },

  greeted: (call, { atMs }, nowMs) => ({
    greetedAtMs: call.greetedAtMs ?? timeWithin(call, atMs, nowMs),
  }),

  // The reason shown for a call that has ended does not change.
  heard: (call) => ({
    hasSpoken: true,
    stopReason: call.status === "ended" ? call.stopReason : undefined,
  }),

  stopped: (call, { reason }) => ({
    stopReason: call.status === "ended" || call.hasSpoken === true ? call.stopReason : reason,
  }),

  letGo: () => SLOT_RELEASED,

  ended: (call, { platformCallId, atMs, endedReason }, nowMs) => ({
    platformCallId,
    ...endOf(call, "status", { endedAtMs: atMs, endedReason }, nowMs),
  }),

  reported(call, { platformCallId, report, by }, nowMs) {
    const better = isBetter(by, call);
    const { startedAtMs, summary, isSuccessful } = report;
    const startMs = startedAtMs === null ? null : timeWithin(call, startedAtMs, nowMs);
    // Words that only the report contains count as heard.
    const hasWords = report.messages.some(({ role, text }) => role === "user" && text !== "");
    const heard = hasWords ? ({ hasSpoken: true, stopReason: undefined } as const) : {};
    const end = endOf({ ...call, ...heard }, by, report, nowMs);
    const told = { seconds: secondsWithin(call, report, nowMs), cost: costWithin(call, report) };
    const isRecordingNew =
      report.hasRecording && call.recording === undefined && call.isUnrecorded !== true;
    return {
      platformCallId,
      ...end,
      ...heard,
      startedAtMs: hasPlatformTimes(call)
        ? preferTrusted(better, startMs, call.startedAtMs)
        : (startMs ?? call.startedAtMs),
      seconds: preferTrusted(better, nonZero(told.seconds), nonZero(call.seconds)) ?? 0,
      costMicros: preferTrusted(better, nonZero(told.cost), nonZero(call.costMicros)) ?? 0,
      summary: preferTrusted(better, summary, call.summary),
      isSuccessful: preferTrusted(better, isSuccessful, call.isSuccessful),
      messageCount: Math.max(report.messages.length, call.messageCount ?? 0),
      ...(isRecordingNew ? { recording: { state: "pending" } } : {}),
    };
  },

  recorded: (_call, { recording }) => ({ recording }),
};

/** Applies an event, updates the usage, and returns the call as it is afterwards. */
export async function applyCallEvent<E extends Event>(
  ctx: MutationCtx,
  call: Call,
  event: E,
  told: CallEvents[E],
): Promise<Call> {
  const change: Partial<Call> = AFTER[event](call, told, Date.now());
  const after = { ...call, ...change };
  const fields = Object.keys(change) as (keyof Call)[];
  if (fields.every((field) => call[field] === after[field])) return call;
  await ctx.db.patch("calls", call._id, { ...change, changedAtMs: Date.now() });
  await recount(ctx, call, after);
  await announceCall(ctx, call, after);
  return after;
}

/** An imported call with its whole report applied, and what it counts. The caller stores and counts it. */
export function reportedAtOnce(
  minted: WithoutSystemFields<Call>,
  told: CallEvents["reported"],
): { call: WithoutSystemFields<Call>; talk: CountedCall | null } {
  const nowMs = Date.now();
  const call = { ...minted, ...AFTER.reported(minted, told, nowMs), changedAtMs: nowMs };
  return { call, talk: countedCallOf(call) };
}

/** Whether a visitor is known to have joined. */
export function wasJoined({ status }: Pick<Call, "status">): boolean {
  return status === "in-progress" || status === "ended";
}

/** Whether a new report is at least as trusted as what is known. The platform's answers become more complete over time. */
export function isBetter(by: EndSource, { endSource }: Pick<Call, "endSource">): boolean {
  if (endSource === undefined || (by === "poll" && endSource === "poll")) return true;
  return END_SOURCES.indexOf(by) > END_SOURCES.indexOf(endSource);
}

/** Prefers the more trusted source; falls back to the other. */
function preferTrusted<T>(
  isBetterTold: boolean,
  told: T | null | undefined,
  known: T | undefined,
): T | undefined {
  return isBetterTold ? (told ?? known) : (known ?? told ?? undefined);
}

/** Zero counts as unknown. */
function nonZero(figure = 0): number | undefined {
  return figure > 0 ? figure : undefined;
}

/** True if the times came from the platform's record rather than from when a webhook arrived. */
function hasPlatformTimes({ endSource }: Pick<Call, "endSource">): boolean {
  return endSource === "poll" || endSource === "report";
}

/** Status never moves backwards. */
function laterStatus(known: CallStatus, told: CallStatus): CallStatus {
  return CALL_STATUSES.indexOf(told) > CALL_STATUSES.indexOf(known) ? told : known;
}

function endOf(
  call: WithoutSystemFields<Call>,
  by: EndSource,
  told: { endedAtMs: number; endedReason: string | null },
  nowMs: number,
) {
  const better = isBetter(by, call);
  return {
    ...SLOT_RELEASED,
    status: "ended" as const,
    endedAtMs: preferTrusted(better, timeWithin(call, told.endedAtMs, nowMs), call.endedAtMs),
    endedReason: call.stopReason ?? preferTrusted(better, told.endedReason, call.endedReason),
    endSource: better ? by : call.endSource,
  };
}

/** Counts an ended call with what is known now, and takes back what was counted for it before. */
async function recount(ctx: MutationCtx, before: Call, after: Call): Promise<void> {
  const [was, is] = [countedCallOf(before), countedCallOf(after)];
  if (is === null || isSameCount(was, is)) return;
  const back = was === null ? [] : [{ ...was, ...negative(was) }];
  await countUsage(ctx, after.ownerId, [...back, is]);
  if (after.kind === "testing") return;
  const { assistantId, mintedAtMs } = after;
  const seconds = is.seconds - (was?.seconds ?? 0);
  const reached = await countVisitorSeconds(ctx, assistantId, { mintedAtMs, seconds });
  if (reached !== null) await mailDailyLimit(ctx, reached);
}

function countedCallOf(call: WithoutSystemFields<Call>): CountedCall | null {
  const { status, endedAtMs, costMicros = 0 } = call;
  if (status !== "ended" || endedAtMs === undefined) return null;
  const { assistantId, allowance, mintedAtMs } = call;
  const seconds = countedSeconds(call);
  return { calls: 1, assistantId, allowance, mintedAtMs, endedAtMs, seconds, costMicros };
}

function isSameCount(was: CountedCall | null, is: CountedCall): boolean {
  const parts = ["endedAtMs", "seconds", "costMicros"] as const;
  return was !== null && parts.every((part) => was[part] === is[part]);
}

function negative({ calls, seconds, costMicros }: CountedCall) {
  return { calls: -calls, seconds: -seconds, costMicros: -costMicros };
}
