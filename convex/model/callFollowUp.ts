import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { VoicePlatformError } from "../platforms/vapi";
import { readReport } from "./callReport";
import { ourVoicePlatform } from "./voicePlatform";

type Call = Doc<"calls">;

const DAY_MS = 24 * 3_600_000;
const SHORTEST_WAIT_MS = 60_000;

/** A report that did not come is fetched; after a day without an end the call is closed. */
export async function followUp(ctx: ActionCtx, call: Call): Promise<void> {
  if (call.seconds !== undefined) {
    await keepRecording(ctx, call);
    return;
  }
  const { _id: callId, platformCallId } = call;
  if (platformCallId === undefined) {
    await ctx.runMutation(internal.callUpkeep.giveUp, { callId });
    return;
  }
  const found = await findAtPlatform(platformCallId);
  const report = found === null || found === "unknown" ? null : readReport(found);
  if (report !== null) {
    await ctx.runMutation(internal.callUpkeep.finish, { platformCallId, callId: null, report });
    return;
  }
  const ageMs = Date.now() - call._creationTime;
  if (found === "unknown" || ageMs > DAY_MS) {
    await ctx.runMutation(internal.callUpkeep.giveUp, { callId });
    return;
  }
  // The longer it takes, the less it matters when: a tenth of the call's age is soon enough.
  const followUpAtMs = Date.now() + Math.max(SHORTEST_WAIT_MS, ageMs / 10);
  await ctx.runMutation(internal.callUpkeep.lookAgainLater, { callId, followUpAtMs });
}

/** Null when the platform does not answer. */
async function findAtPlatform(
  platformCallId: string,
): Promise<Record<string, unknown> | "unknown" | null> {
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
  try {
    storageId = await ctx.storage.store(await ourVoicePlatform().fetchRecording(platformCallId));
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
  }
  await ctx.runMutation(internal.callUpkeep.noteRecording, { callId, storageId });
}
