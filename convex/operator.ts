// Functions that operators call from a terminal: `npx convex run operator:attention`
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { changeAddressAsOperator } from "./accounts/addressChange";
import { markConfirmed } from "./accounts/addressConfirmation";
import { findPasswordAccount } from "./accounts/credentials";
import { updateLandingAssistant as settle } from "./assistants/landingAssistant";
import { clearDisputes } from "./billing/subscriptions/disputes";
import { findByStripeId } from "./billing/subscriptions/snapshots";
import { enqueue } from "./jobs/enqueue";
import { internalAction, internalMutation, internalQuery } from "./lib/internalFunctions";
import { requireOwnerDoc } from "./lib/owner";
import { resumeMail } from "./notifications/mail/suppressions";
import { assistantAsSent, deploymentFacts, outdated, deadJobs } from "./operator/facts";
import {
  importCalls,
  attachRecording as attachRecordingTo,
  MAX_CALLS_AT_ONCE,
  importedCall,
} from "./operator/importCalls";
import { migrationState } from "./operator/migrations";
import { reachedServices, reachServices } from "./operator/outsideServices";
import { addSampleCalls as addSamples, MAX_SAMPLES_AT_ONCE } from "./operator/sampleCalls";
import schema from "./schema";

const RESYNC_BATCH_SIZE = 100;

/** Jobs that were given up, the newest first. */
export const attention = internalQuery({
  args: {},
  returns: v.array(schema.doc("jobs")),
  handler: deadJobs,
});

/** For `npm run doctor`. */
export const facts = internalQuery({
  args: {},
  returns: v.object({
    cloudUrl: v.string(),
    siteUrl: v.string(),
    nowMs: v.number(),
    jobsDueSinceMs: v.union(v.number(), v.null()),
    deadJobs: v.number(),
    unfinishedMigrations: v.array(migrationState),
    voiceFailures: v.array(v.string()),
    credentialId: v.union(v.string(), v.null()),
    assistants: v.union(v.array(assistantAsSent), v.null()),
    outdated: v.union(outdated, v.null()),
  }),
  handler: deploymentFacts,
});

/** For `npm run doctor`. Nothing is booked or sent. */
export const reach = internalAction({
  args: {},
  returns: reachedServices,
  handler: reachServices,
});

/** Retries a job for another three days. */
export const retry = internalMutation({
  args: { jobId: v.id("jobs") },
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    const job = await ctx.db.get("jobs", jobId);
    if (job === null) throw new Error(`There is no job ${jobId}. It may have been completed`);
    await enqueue(ctx, job.kind, [job.key]);
    return null;
  },
});

export { resendOutdated } from "./assistants/outdated";

/** Sends every assistant to the voice platform again, in case the platform has lost some. */
export const resyncAssistants = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { cursor }) => {
    const page = await ctx.db
      .query("assistants")
      .paginate({ cursor: cursor ?? null, numItems: RESYNC_BATCH_SIZE });
    await enqueue(
      ctx,
      "voiceSync",
      page.page.map(({ _id }) => _id),
    );
    if (!page.isDone) {
      const rest = { cursor: page.continueCursor };
      await ctx.scheduler.runAfter(0, internal.operator.resyncAssistants, rest);
    }
    return null;
  },
});

export { migrationStates, startMigrations } from "./operator/migrations";

/** Creates or updates the landing page's demo assistant. Returns whether it is turned on. */
export const updateLandingAssistant = internalMutation({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await settle(ctx),
});

/** For an owner who gets no mail, and whom you have identified by other means. */
export const confirmAddress = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    const account = await findPasswordAccount(ctx, email);
    if (account === null) throw new Error(`There is no account with ${email}`);
    await markConfirmed(ctx, await requireOwnerDoc(ctx, account.userId));
    await resumeMail(ctx, email);
    return null;
  },
});

/** For an owner whose address somebody else changed. The account's mail goes to `to` from then on. */
export const changeAddress = internalMutation({
  args: { from: v.string(), to: v.string() },
  returns: v.null(),
  handler: async (ctx, { from, to }) => {
    await changeAddressAsOperator(ctx, from, to);
    return null;
  },
});

/** For an owner with whom you have settled a disputed payment. Visitors are served again, and waiting charges are made. */
export const clearDispute = internalMutation({
  args: { stripeCustomerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { stripeCustomerId }) => {
    const customer = await findByStripeId(ctx, stripeCustomerId);
    if (customer === null) throw new Error(`No owner has the customer ${stripeCustomerId}`);
    await clearDisputes(ctx, customer);
    return null;
  },
});

/** Imports past calls, as `npm start -- --demo` does. They count like real ones, and are billed. */
export const addCalls = internalMutation({
  args: { assistantId: v.id("assistants"), calls: v.array(importedCall) },
  returns: v.null(),
  handler: async (ctx, { assistantId, calls }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) throw new Error(`There is no assistant ${assistantId}`);
    if (calls.length > MAX_CALLS_AT_ONCE) {
      throw new Error(`At most ${MAX_CALLS_AT_ONCE} calls can be imported at a time`);
    }
    await importCalls(ctx, assistant, calls);
    return null;
  },
});

/** To which a recording is sent before it is attached. */
export const recordingUploadUrl = internalMutation({
  args: {},
  returns: v.string(),
  handler: async (ctx) => await ctx.storage.generateUploadUrl(),
});

/** To a call of `addCalls`. */
export const attachRecording = internalMutation({
  args: { platformCallId: v.string(), storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, which) => {
    await attachRecordingTo(ctx, which);
    return null;
  },
});

/** Adds many similar calls for measurements. They count like real ones. */
export const addSampleCalls = internalMutation({
  args: {
    assistantId: v.id("assistants"),
    count: v.number(),
    hours: v.number(),
    untilMs: v.optional(v.number()),
    isSilent: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, count, hours, untilMs = Date.now(), isSilent = false }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) throw new Error(`There is no assistant ${assistantId}`);
    if (!Number.isInteger(count) || count < 1 || count > MAX_SAMPLES_AT_ONCE) {
      throw new Error(`count must be a whole number from 1 to ${MAX_SAMPLES_AT_ONCE}`);
    }
    if (!(hours > 0)) throw new Error("hours must be more than 0");
    await addSamples(ctx, assistant, { count, hours, untilMs, isSilent });
    return null;
  },
});
