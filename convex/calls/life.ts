/**
 * The only code that changes a call. Events may arrive in any order, more than once, late or never; the same set of events
 * always leaves the same call and the same usage, except for its details, of which the newest count. docs/calls.md has the table in words.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { countedSeconds } from "../billing/usage/countedSeconds";
import { countUsage, type CountedCall } from "../billing/usage/usage";
import type { StoredDetail } from "../inbox/table";
import { costWithin, secondsWithin, timeWithin } from "./bounds";
import { SLOT_RELEASED } from "./concurrency";
import { mailDailyLimit } from "./dailyLimitMail";
import { countVisitorSeconds } from "./dailyMinutes";
import {
  CALL_STATUSES,
  type CallReport,
  type CallStatus,
  type Lookup,
  type Recording,
  type EndSource,
  END_SOURCES,
  type StoredField,
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
  "requestedField",
] as const;

/** Which fields each event may change. Everything else is left as it is. */
export const CHANGES_BY_EVENT = {
  confirmed: ["platformCallId", "status"],
  joined: ["platformCallId", "status", "isLive", "startedAtMs"],
  greeted: ["greetedAtMs"],
  heard: ["hasSpoken", "stopReason"],
  stopped: ["stopReason"],
  fieldOpened: ["requestedField"],
  fieldClosed: ["requestedField"],
  detailsChanged: ["details"],
  released: ["isLive", "address"],
  ended: END,
  reported: [
    ...END,
    "startedAtMs",
    "seconds",
    "costMicros",
    "summary",
    "isSuccessful",
    "messageCount",
    "lookups",
    "recording",
    "hasSpoken",
    "stopReason",
  ],
  recorded: ["recording"],
  asked: ["answers", "askedAtMs", "answeringUntilMs"],
  sessionStarted: ["platformSessionId"],
  answered: ["answeringUntilMs", "messageCount", "lookups"],
  unanswered: ["answers", "answeringUntilMs"],
  completed: ["status", "answeringUntilMs", "endedAtMs", "endedReason", "endSource", "costMicros"],
  evaluated: ["summary", "isSuccessful"],
  rated: ["rating"],
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
  /** The platform has recognised a word that the visitor said. */
  heard: object;
  /** We are about to end the call, because nobody spoke. */
  stopped: { reason: NonNullable<Call["stopReason"]> };
  /** The assistant asks the visitor to type something. */
  fieldOpened: { field: StoredField };
  /** The visitor has typed it, or does not want to. */
  fieldClosed: { fieldId: string };
  /** The assistant has noted something, or the visitor has corrected it. */
  detailsChanged: { details: StoredDetail[] };
  /** Nobody joined in time, or the call must have ended. Frees its slot. */
  released: object;
  ended: { platformCallId: string; atMs: number; endedReason: string | null };
  reported: { platformCallId: string; report: CallReport; by: Exclude<EndSource, "status"> };
  recorded: { recording: Recording };
  /** A visitor typed a message. Its answer counts from now on. */
  asked: { answeringUntilMs: number };
  /** The platform has the session of a typed conversation. */
  sessionStarted: { platformSessionId: string };
  /** The answer is complete. Empty lookups are unknown. */
  answered: { lookups: Lookup[] };
  /** There will be no answer, so it does not count. */
  unanswered: object;
  /** A typed conversation is over. */
  completed: { atMs: number; costMicros: number };
  /** The platform has evaluated a typed conversation. */
  evaluated: { summary: string | null; isSuccessful: boolean | null };
  /** The visitor has rated the conversation. */
  rated: { rating: NonNullable<Call["rating"]> };
}

/** The ended reason of typed conversations, in the style of the platform's reasons. */
const TYPED_END = "conversation-completed";

const AFTER: {
  [E in Event]: (
    call: WithoutSystemFields<Call>,
    details: CallEvents[E],
    nowMs: number,
  ) => Change<E>;
} = {
  confirmed: (call, { platformCallId, status }) => ({
    platformCallId,
    status: laterStatus(call.status, status),
  }),

  joined(call, { platformCallId, atMs }, nowMs) {
    const reportedMs = timeWithin(call, atMs, nowMs);
    const { startedAtMs: storedMs = reportedMs } = call;
    return {
      platformCallId,
      status: laterStatus(call.status, "in-progress"),
      startedAtMs: hasPlatformTimes(call) ? storedMs : Math.min(storedMs, reportedMs),
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

  // A message that arrives again does not open a field again, and an older one does not replace a newer one.
  fieldOpened({ status, requestedField: open, ...call }, { field }, nowMs) {
    const opened = { ...field, atMs: timeWithin(call, field.atMs, nowMs) };
    const isOld = open !== undefined && (open.id === field.id || open.atMs > opened.atMs);
    return status === "ended" || isOld ? {} : { requestedField: opened };
  },

  fieldClosed: ({ requestedField: open }, { fieldId }) =>
    open?.id === fieldId ? { requestedField: { ...open, isClosed: true } } : {},

  // A note can arrive after the end, and is as good.
  detailsChanged: (_call, { details }) => ({ details }),

  released: () => SLOT_RELEASED,

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
    const seconds = secondsWithin(call, report, nowMs);
    const cost = costWithin(call, report);
    const isRecordingNew =
      report.hasRecording && call.recording === undefined && call.isUnrecorded !== true;
    return {
      platformCallId,
      ...end,
      ...heard,
      startedAtMs: hasPlatformTimes(call)
        ? preferTrusted(better, startMs, call.startedAtMs)
        : (startMs ?? call.startedAtMs),
      seconds: preferTrusted(better, nonZero(seconds), nonZero(call.seconds)) ?? 0,
      costMicros: preferTrusted(better, nonZero(cost), nonZero(call.costMicros)) ?? 0,
      summary: preferTrusted(better, summary, call.summary),
      isSuccessful: preferTrusted(better, isSuccessful, call.isSuccessful),
      messageCount: Math.max(report.messages.length, call.messageCount ?? 0),
      lookups: preferTrusted(better, report.lookups, call.lookups),
      ...(isRecordingNew ? { recording: { state: "pending" } } : {}),
    };
  },

  recorded: (_call, { recording }) => ({ recording }),

  rated: (_call, { rating }) => ({ rating }),

  asked: (call, { answeringUntilMs }, nowMs) => ({
    answers: (call.answers ?? 0) + 1,
    askedAtMs: nowMs,
    answeringUntilMs,
  }),

  sessionStarted: (_call, { platformSessionId }) => ({ platformSessionId }),

  answered: (call, { lookups }) => ({
    answeringUntilMs: undefined,
    messageCount: (call.messageCount ?? 0) + 2,
    lookups: lookups.length > 0 ? lookups : call.lookups,
  }),

  unanswered: (call) => ({
    answers: Math.max(0, (call.answers ?? 0) - 1),
    answeringUntilMs: undefined,
  }),

  completed: (call, { atMs, costMicros }) => ({
    status: "ended",
    answeringUntilMs: undefined,
    endedAtMs: call.endedAtMs ?? atMs,
    endedReason: call.endedReason ?? TYPED_END,
    endSource: "poll",
    costMicros: Math.max(costMicros, call.costMicros ?? 0),
  }),

  evaluated: (call, { summary, isSuccessful }) => ({
    summary: summary ?? call.summary,
    isSuccessful: isSuccessful ?? call.isSuccessful,
  }),
};

/** Applies an event, updates the usage, and returns the call as it is afterwards. */
export async function applyCallEvent<E extends Event>(
  ctx: MutationCtx,
  call: Call,
  event: E,
  details: CallEvents[E],
): Promise<Call> {
  const change: Partial<Call> = AFTER[event](call, details, Date.now());
  const after = { ...call, ...change };
  const fields = Object.keys(change) as (keyof Call)[];
  if (fields.every((field) => call[field] === after[field])) return call;
  await ctx.db.patch("calls", call._id, { ...change, changedAtMs: Date.now() });
  await recount(ctx, call, after);
  await announceCall(ctx, call, after);
  return after;
}

/** Applies the whole report of an imported call, and returns what it counts. The caller stores and counts it. */
export function applyImportedReport(
  created: WithoutSystemFields<Call>,
  report: CallEvents["reported"],
): { call: WithoutSystemFields<Call>; counted: CountedCall | null } {
  const nowMs = Date.now();
  const call = { ...created, ...AFTER.reported(created, report, nowMs), changedAtMs: nowMs };
  return { call, counted: countedCallOf(call) };
}

/** Whether a visitor is known to have joined. */
export function wasJoined({ status }: Pick<Call, "status">): boolean {
  return status === "in-progress" || status === "ended";
}

/** Whether a new report is trusted at least as much as the stored one. The platform's own record grows more complete. */
export function isBetter(by: EndSource, { endSource }: Pick<Call, "endSource">): boolean {
  if (endSource === undefined || (by === "poll" && endSource === "poll")) return true;
  return END_SOURCES.indexOf(by) > END_SOURCES.indexOf(endSource);
}

/** Prefers the more trusted source; falls back to the other. */
function preferTrusted<T>(
  isReportedBetter: boolean,
  reported: T | null | undefined,
  stored: T | undefined,
): T | undefined {
  return isReportedBetter ? (reported ?? stored) : (stored ?? reported ?? undefined);
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
function laterStatus(stored: CallStatus, reported: CallStatus): CallStatus {
  return CALL_STATUSES.indexOf(reported) > CALL_STATUSES.indexOf(stored) ? reported : stored;
}

function endOf(
  call: WithoutSystemFields<Call>,
  by: EndSource,
  end: { endedAtMs: number; endedReason: string | null },
  nowMs: number,
) {
  const better = isBetter(by, call);
  return {
    ...SLOT_RELEASED,
    status: "ended" as const,
    endedAtMs: preferTrusted(better, timeWithin(call, end.endedAtMs, nowMs), call.endedAtMs),
    endedReason: call.stopReason ?? preferTrusted(better, end.endedReason, call.endedReason),
    endSource: better ? by : call.endSource,
    requestedField: undefined,
  };
}

/** Counts an ended call with its current values, and subtracts what was counted for it before. */
async function recount(ctx: MutationCtx, before: Call, after: Call): Promise<void> {
  if (after.channel === "text") {
    await recountTyped(ctx, before, after);
    return;
  }
  const [previous, current] = [countedCallOf(before), countedCallOf(after)];
  if (current === null || isSameCount(previous, current)) return;
  const correction = previous === null ? [] : [{ ...previous, ...negative(previous) }];
  await countUsage(ctx, after.ownerId, [...correction, current]);
  if (after.kind === "testing") return;
  const { assistantId, createdAtMs } = after;
  const seconds = current.seconds - (previous?.seconds ?? 0);
  const reached = await countVisitorSeconds(ctx, assistantId, { createdAtMs, seconds });
  if (reached !== null) await mailDailyLimit(ctx, reached);
}

/** Each answer counts when it is asked for, so that it never moves to another billing period. */
async function recountTyped(ctx: MutationCtx, before: Call, after: Call): Promise<void> {
  const seconds = countedSeconds(after) - countedSeconds(before);
  const costMicros = (after.costMicros ?? 0) - (before.costMicros ?? 0);
  if (seconds === 0 && costMicros === 0) return;
  const { ownerId, assistantId, allowance } = after;
  const atMs = Date.now();
  const times = { createdAtMs: atMs, endedAtMs: atMs };
  const typed = { calls: 0, seconds, typedSeconds: seconds, costMicros };
  await countUsage(ctx, ownerId, [{ assistantId, allowance, ...times, ...typed }]);
  if (after.kind === "testing") return;
  const reached = await countVisitorSeconds(ctx, assistantId, { createdAtMs: atMs, seconds });
  if (reached !== null) await mailDailyLimit(ctx, reached);
}

function countedCallOf(call: WithoutSystemFields<Call>): CountedCall | null {
  const { status, endedAtMs, costMicros = 0 } = call;
  if (status !== "ended" || endedAtMs === undefined) return null;
  const { assistantId, allowance, createdAtMs } = call;
  const seconds = countedSeconds(call);
  return { calls: 1, assistantId, allowance, createdAtMs, endedAtMs, seconds, costMicros };
}

function isSameCount(previous: CountedCall | null, current: CountedCall): boolean {
  const parts = ["endedAtMs", "seconds", "costMicros"] as const;
  return previous !== null && parts.every((part) => previous[part] === current[part]);
}

function negative({ calls, seconds, costMicros }: CountedCall) {
  return { calls: -calls, seconds: -seconds, costMicros: -costMicros };
}
