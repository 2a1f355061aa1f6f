import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { FoundCall } from "../platforms/vapi";
import { AnswerTooLongError, VoicePlatformError } from "../platforms/vapiAnswers";
import { readReport } from "./callReport";
import { KEPT_AT_PLATFORM_MS } from "./calls";
import { JOINED_WITHIN_MS } from "./lines";
import { ourVoicePlatform } from "./voicePlatform";

type Call = Doc<"calls">;

const DAY_MS = 24 * 3_600_000;
const SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = DAY_MS / 2;
/** One that does not answer holds up a quarter of the others, for as long as it is waited for. */
const ASKED_AT_ONCE = 4;
/** One after the other, since each may be a good part of the memory that an action has. */
const RECORDINGS_A_RUN = 5;

/** Looks after those that are due; says whether there may be more of them than one run takes. */
export async function followUpAll(ctx: ActionCtx, due: Call[]): Promise<{ isMore: boolean }> {
  const waiting = due.filter(({ isReported }) => isReported !== true).values();
  const turns = Array.from({ length: ASKED_AT_ONCE }, async () => {
    for (const call of waiting) await followUp(ctx, call);
  });
  await Promise.all(turns);
  const recorded = due.filter(({ isReported }) => isReported === true);
  for (const call of recorded.slice(0, RECORDINGS_A_RUN)) await followUp(ctx, call);
  return { isMore: recorded.length > RECORDINGS_A_RUN };
}

/** Whatever is wrong with one call is said, and postpones that one alone. */
export async function followUp(ctx: ActionCtx, call: Call): Promise<void> {
  try {
    if (call.isReported !== true) await fetchReport(ctx, call);
    else if (call.recording?.state === "pending") await keepRecording(ctx, call);
    else await lookAgain(ctx, call, null);
  } catch (error) {
    console.error(`A call could not be followed up: ${String(error)}`);
    await postpone(ctx, call);
  }
}

/**
 * A report that did not come is fetched; after a day without an end the call is closed. A platform that
 * does not answer is asked for as long as it keeps calls.
 */
async function fetchReport(ctx: ActionCtx, call: Call): Promise<void> {
  const { _id: callId, platformCallId } = call;
  const { giveUp, finish, noteStatus, closeUnjoined } = internal.callUpkeep;
  const found = platformCallId === undefined ? "unknown" : await findAtPlatform(platformCallId);
  if (platformCallId === undefined || found === "unknown") {
    await ctx.runMutation(giveUp, { callId });
    return;
  }
  const ageMs = Date.now() - call.mintedAtMs;
  const report = found === null ? null : readReport(found);
  const which = { platformCallId, callId: null };
  if (report !== null) {
    await ctx.runMutation(finish, { ...which, report, source: "found" });
  } else if (found !== null && isUnjoined(call) && found.status === "in-progress") {
    const atMs = Date.parse(String(found.startedAt)) || Date.now();
    const joined = { status: "in-progress", endedReason: null, atMs } as const;
    await ctx.runMutation(noteStatus, { ...which, ...joined });
  } else if (found !== null && isUnjoined(call) && ageMs >= JOINED_WITHIN_MS) {
    await ctx.runMutation(closeUnjoined, { callId });
  } else if (ageMs > (found === null ? KEPT_AT_PLATFORM_MS : DAY_MS)) {
    await ctx.runMutation(giveUp, { callId });
  } else {
    await postpone(ctx, call);
  }
}

function isUnjoined({ status }: Call): boolean {
  return status === "queued" || status === "ringing";
}

/** The longer it takes, the less it matters when: a tenth of the call's age is soon enough. */
async function postpone(ctx: ActionCtx, call: Call): Promise<void> {
  const waitMs = Math.max(SHORTEST_WAIT_MS, (Date.now() - call.mintedAtMs) / 10);
  await lookAgain(ctx, call, Date.now() + Math.min(waitMs, LONGEST_WAIT_MS));
}

async function lookAgain(ctx: ActionCtx, call: Call, followUpAtMs: number | null): Promise<void> {
  await ctx.runMutation(internal.callUpkeep.lookAgain, { callId: call._id, followUpAtMs });
}

/** Null when the platform does not answer, or not as it should. */
async function findAtPlatform(platformCallId: string): Promise<FoundCall | "unknown" | null> {
  try {
    return (await ourVoicePlatform().findCall(platformCallId)) ?? "unknown";
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    return null;
  }
}

/** The platform's links to a recording expire, so it is copied to our own storage. */
export async function keepRecording(ctx: ActionCtx, call: Call): Promise<void> {
  const { _id: callId, platformCallId, recording } = call;
  if (recording?.state !== "pending" || platformCallId === undefined) return;
  let storageId = null;
  let isLost = false;
  try {
    storageId = await ctx.storage.store(await ourVoicePlatform().fetchRecording(platformCallId));
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    isLost = error instanceof AnswerTooLongError;
  }
  await ctx.runMutation(internal.callUpkeep.noteRecording, { callId, storageId, isLost });
}
