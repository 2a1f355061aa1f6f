/** Facts about a deployment that cannot be seen from outside, for the doctor. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { env, type QueryCtx } from "../_generated/server";
import { toVoiceInput } from "../assistants/assistants";
import { outdatedAssistants } from "../assistants/outdated";
import { specDigest } from "../assistants/specDigest";
import { voiceAssistantSpec } from "../assistants/voiceAssistantSpec";
import { voiceConfig } from "../assistants/voiceConfig";
import { credentialInUse } from "../assistants/voiceCredential";
import { oldestDue } from "../jobs/failures";
import { JOB_KINDS } from "../jobs/table";
import { statesOf } from "./migrations";

const NEWEST_ASSISTANTS = 50;
const NEWEST_CALLS = 200;
export const MAX_DEAD_JOBS = 100;

/** An assistant as the voice platform should have it. */
export const assistantAsSent = v.object({
  name: v.string(),
  platformId: v.union(v.string(), v.null()),
  hasFailed: v.boolean(),
  firstMessage: v.string(),
  voiceId: v.string(),
  reportsTo: v.string(),
  clientMessages: v.array(v.string()),
});

/** Assistants that were last sent to the voice platform by an older version, or with other settings. */
export const outdated = v.object({
  assistants: v.array(
    v.object({ assistantId: v.id("assistants"), name: v.string(), isWaiting: v.boolean() }),
  ),
  isMore: v.boolean(),
});

export async function deploymentFacts(ctx: QueryCtx) {
  const digest = await nullIfMisconfigured(specDigest);
  return {
    cloudUrl: env.CONVEX_CLOUD_URL,
    siteUrl: env.CONVEX_SITE_URL,
    nowMs: Date.now(),
    jobsDueSinceMs: await oldestDue(ctx, JOB_KINDS),
    deadJobs: (await deadJobs(ctx)).length,
    unfinishedMigrations: (await statesOf(ctx)).filter(({ state }) => state !== "done"),
    voiceFailures: await voiceFailures(ctx, NEWEST_CALLS),
    credentialId: await credentialInUse(ctx),
    assistants: await assistantsAsSent(ctx),
    outdated: digest === null ? null : await outdatedAssistants(ctx, digest),
  };
}

/** Jobs that were given up, the newest first. */
export async function deadJobs(ctx: QueryCtx): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_dead", (q) => q.gt("deadAtMs", null))
    .order("desc")
    .take(MAX_DEAD_JOBS);
}

/** The ended reasons of those of the newest calls that failed because of their voice. */
export async function voiceFailures(ctx: QueryCtx, among: number): Promise<string[]> {
  const newest = await ctx.db.query("calls").order("desc").take(among);
  // https://docs.vapi.ai/calls/call-ended-reason: all reasons about a voice contain one of these.
  return newest
    .map(({ endedReason = "" }) => endedReason)
    .filter((reason) => /voice-not-found|invalid-voice/.test(reason));
}

/** Null if a required variable is missing or wrong, which other checks report. */
export async function nullIfMisconfigured<T>(compute: () => T | Promise<T>): Promise<T | null> {
  try {
    return await compute();
  } catch {
    return null;
  }
}

/** The newest assistants. Null if the voice settings in the environment are wrong. */
async function assistantsAsSent(ctx: QueryCtx): Promise<Infer<typeof assistantAsSent>[] | null> {
  const settings = await nullIfMisconfigured(voiceConfig);
  if (settings === null) return null;
  const newest = await ctx.db.query("assistants").order("desc").take(NEWEST_ASSISTANTS);
  return newest.map((assistant) => {
    const own = {
      ...settings,
      tool: null,
      actions: [],
      reportAuth: { kind: "headers", headers: {} } as const,
    };
    const { name, firstMessage, voice, server, clientMessages } = voiceAssistantSpec(
      toVoiceInput(assistant),
      own,
    );
    return {
      name,
      platformId: assistant.voiceAssistantId ?? null,
      hasFailed: assistant.voiceSync?.state === "failed",
      firstMessage,
      voiceId: voice.voiceId,
      reportsTo: server.url,
      clientMessages,
    };
  });
}
