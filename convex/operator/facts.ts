/** What somebody who examines a deployment cannot see from outside. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { env, type QueryCtx } from "../_generated/server";
import { toVoiceInput } from "../assistants/assistants";
import { outdatedAssistants } from "../assistants/outdated";
import { specDigest } from "../assistants/specDigest";
import { voiceAssistantSpec } from "../assistants/voiceAssistantSpec";
import { voiceConfig } from "../assistants/voiceConfig";
import { credentialInUse } from "../assistants/voiceCredential";
import { JOB_KINDS } from "../jobs/table";

const NEWEST_ASSISTANTS = 50;
const NEWEST_CALLS = 200;
const GIVEN_UP_AT_ONCE = 100;

/** What the voice platform should have of an assistant. */
export const assistantAsSent = v.object({
  name: v.string(),
  platformId: v.union(v.string(), v.null()),
  hasFailed: v.boolean(),
  firstMessage: v.string(),
  voiceId: v.string(),
  reportsTo: v.string(),
  clientMessages: v.array(v.string()),
});

/** Assistants that the voice platform was last sent by an older version, or with other settings. */
export const outdated = v.object({
  assistants: v.array(
    v.object({ assistantId: v.id("assistants"), name: v.string(), isWaiting: v.boolean() }),
  ),
  isMore: v.boolean(),
});

export async function deploymentFacts(ctx: QueryCtx) {
  const print = await unlessSettingsAreWrong(specDigest);
  return {
    cloudUrl: env.CONVEX_CLOUD_URL,
    siteUrl: env.CONVEX_SITE_URL,
    nowMs: Date.now(),
    jobsDueSinceMs: await workDueSince(ctx),
    deadJobs: (await deadJobs(ctx)).length,
    voiceFailures: await voiceFailures(ctx),
    credentialId: await credentialInUse(ctx),
    assistants: await assistantsAsSent(ctx),
    outdated: print === null ? null : await outdatedAssistants(ctx, print),
  };
}

/** Work at vendors that was given up, the newest first. */
export async function deadJobs(ctx: QueryCtx): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_dead", (q) => q.gt("deadAtMs", null))
    .order("desc")
    .take(GIVEN_UP_AT_ONCE);
}

/** Since when the oldest work at a vendor waits to be begun: a cron begins it within a minute. */
async function workDueSince(ctx: QueryCtx): Promise<number | null> {
  const times: number[] = [];
  for (const kind of JOB_KINDS) {
    const oldest = await ctx.db
      .query("jobs")
      .withIndex("by_kind_and_due", (q) => q.eq("kind", kind).gt("dueAtMs", null))
      .first();
    if (oldest?.dueAtMs != null) times.push(oldest.dueAtMs);
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** How the newest calls ended, of those that ended for want of a voice. */
async function voiceFailures(ctx: QueryCtx): Promise<string[]> {
  const newest = await ctx.db.query("calls").order("desc").take(NEWEST_CALLS);
  // https://docs.vapi.ai/calls/call-ended-reason: all that concern a voice have one of these.
  return newest
    .map(({ endedReason = "" }) => endedReason)
    .filter((reason) => /voice-not-found|invalid-voice/.test(reason));
}

/** Null when the environment lacks what is needed to say it, or has it wrong: that is found elsewhere. */
async function unlessSettingsAreWrong<T>(say: () => T | Promise<T>): Promise<T | null> {
  try {
    return await say();
  } catch {
    return null;
  }
}

/** The newest; null when what the environment says of voices cannot be used. */
async function assistantsAsSent(ctx: QueryCtx): Promise<Infer<typeof assistantAsSent>[] | null> {
  const surroundings = await unlessSettingsAreWrong(voiceConfig);
  if (surroundings === null) return null;
  const newest = await ctx.db.query("assistants").order("desc").take(NEWEST_ASSISTANTS);
  return newest.map((assistant) => {
    const own = {
      ...surroundings,
      tool: null,
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
