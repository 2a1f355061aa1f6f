import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deleteResets } from "../accounts/passwordReset";
import { deleteSession } from "../accounts/sessions";
import { deleteActions } from "../assistantActions/log";
import { deleteQuestions } from "../assistantActions/ownerAnswer";
import { removeAssistant } from "../assistants/assistants";
import { discardVoiceAssistant } from "../assistants/voiceAssistants";
import { chargeUnbilledOverage } from "../billing/overage/ledger";
import { findCustomer } from "../billing/plans/customers";
import { markTrial } from "../billing/subscriptions/trialMarks";
import { saveEarlierUse } from "../billing/usage/earlierUse";
import { countUsage } from "../billing/usage/usage";
import { cancelFollowUp } from "../calls/deletion";
import { deleteUses } from "../calls/pageUseRows";
import { deleteSources } from "../knowledge/deletion";
import { discardKnowledgeFile } from "../knowledge/files";
import { deleteLinks } from "../knowledge/uploads";
import { deleteRows } from "../lib/deleteRows";
import { rateLimiter } from "../lib/rateLimits";
import { deleteRowsOfOwner, rowsOfOwner } from "../lib/rowsOfOwner";
import { deleteMails } from "../notifications/mail/delivery";
import { deleteRecipients } from "../notifications/mail/recipients";
import { deleteWebhooks } from "../notifications/webhooks/deliveryLog";
import { deleteKeys } from "../publicApi/keys";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";

type OwnerId = Id<"users">;

/** The documents that one step deletes from each table. */
const BATCH_SIZE = 50;
/** A call's texts can have a megabyte, a deletion reads them twice, and a function reads at most 16 megabytes. */
const TEXT_BATCH_SIZE = 6;
/** A version can be as large as its assistant, with more than ten thousand characters. */
const VERSION_BATCH_SIZE = 20;

/** Afterwards no session and no function finds the account. */
export async function closeAccount(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const accounts = await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", ownerId))
    .take(BATCH_SIZE);
  await deleteRows(ctx, "authAccounts", accounts);
  await countLiveCalls(ctx, ownerId);
  await closeBilling(ctx, ownerId);
  const owner = await ctx.db.get("users", ownerId);
  if (owner !== null) await saveEarlierUse(ctx, owner);
  if (owner?.email !== undefined) {
    await rateLimiter.reset(ctx, "signInsByAccount", { key: owner.email });
  }
  await ctx.db.delete("users", ownerId);
}

/** Counts what live calls have used so far, because their reports will not find the account. */
async function countLiveCalls(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const live = await ctx.db
    .query("calls")
    .withIndex("by_owner_and_live", (q) => q.eq("ownerId", ownerId).eq("isLive", true))
    .take(BATCH_SIZE);
  const endedAtMs = Date.now();
  const counted = live.flatMap(({ startedAtMs, maxDurationSeconds, ...call }) => {
    if (startedAtMs === undefined) return [];
    const secondsSoFar = Math.ceil(Math.max(0, endedAtMs - startedAtMs) / 1000);
    const seconds = Math.min(secondsSoFar, maxDurationSeconds);
    return [{ ...call, calls: 1, endedAtMs, seconds, costMicros: 0 }];
  });
  if (counted.length > 0) await countUsage(ctx, ownerId, counted);
}

/** Enters unbilled extra minutes into the ledger, which outlives the account, and remembers that there was a trial. */
async function closeBilling(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return;
  await chargeUnbilledOverage(ctx, customer);
  await scheduleVendorDeletion(ctx, "customer", [customer.stripeCustomerId]);
  if (customer.trialUsedAtMs !== null) await markTrial(ctx, { ownerId, cardFingerprint: null });
  await ctx.db.delete("customers", customer._id);
}

/** Deletes a batch of an owner's data, and returns whether there may be more. */
export async function purgeBatch(ctx: MutationCtx, ownerId: OwnerId): Promise<boolean> {
  const deleted = [
    await deleteSessionBatch(ctx, ownerId),
    await deletePlaces(ctx, ownerId),
    await deleteMails(ctx, ownerId, BATCH_SIZE),
    await deleteRecipients(ctx, ownerId),
    await deleteWebhooks(ctx, ownerId),
    await deleteResets(ctx, ownerId),
    await deleteKeys(ctx, ownerId),
    await deleteActions(ctx, ownerId, BATCH_SIZE),
    await deleteQuestions(ctx, ownerId, BATCH_SIZE),
    await deleteUses(ctx, ownerId, BATCH_SIZE),
    await deleteAssistants(ctx, ownerId),
    await deleteCalls(ctx, ownerId),
    await deleteUsage(ctx, ownerId),
  ];
  return deleted.some((count) => count > 0);
}

async function deleteSessionBatch(ctx: MutationCtx, userId: OwnerId): Promise<number> {
  const [session] = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(1);
  if (session === undefined) return 0;
  await deleteSession(ctx, session._id);
  return 1;
}

async function deletePlaces(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const places = await ctx.db
    .query("familiarPlaces")
    .withIndex("by_owner_and_place", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  return (
    (await deleteRows(ctx, "familiarPlaces", places)) +
    (await deleteRowsOfOwner(ctx, "signIns", ownerId, BATCH_SIZE))
  );
}

async function deleteAllRehearsals(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  return (
    (await deleteRowsOfOwner(ctx, "rehearsalResults", ownerId, BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "rehearsalRuns", ownerId, BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "rehearsals", ownerId, BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "rehearsalUse", ownerId, BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "askedQuestions", ownerId, BATCH_SIZE))
  );
}

/** Deletes the versions and sources first, because fifty assistants with all of theirs are too much for one step. */
async function deleteAssistants(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const versions = await deleteRowsOfOwner(ctx, "assistantVersions", ownerId, VERSION_BATCH_SIZE);
  if (versions > 0) return versions;
  const sources = await deleteSources(ctx, ownerId, BATCH_SIZE);
  if (sources > 0) return sources;
  const rehearsals = await deleteAllRehearsals(ctx, ownerId);
  if (rehearsals > 0) return rehearsals;
  const assistants = await rowsOfOwner(ctx, "assistants", ownerId).take(BATCH_SIZE);
  for (const assistant of assistants) await removeAssistant(ctx, assistant);
  const voices = await ctx.db
    .query("voiceAssistants")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  for (const made of voices) await discardVoiceAssistant(ctx, made);
  const files = await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  for (const file of files) await discardKnowledgeFile(ctx, file);
  const links = await deleteLinks(ctx, { kind: "owner", ownerId }, BATCH_SIZE);
  return assistants.length + voices.length + files.length + links;
}

/** Ends live calls. Their reports will not find the account. */
async function deleteCalls(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const calls = await rowsOfOwner(ctx, "calls", ownerId).take(BATCH_SIZE);
  for (const call of calls) await cancelFollowUp(ctx, call);
  const idsOf = (some: Doc<"calls">[]) => some.flatMap((call) => call.platformCallId ?? []);
  await scheduleVendorDeletion(
    ctx,
    "liveCall",
    idsOf(calls.filter(({ status }) => status !== "ended")),
  );
  const ended = idsOf(calls.filter(({ status }) => status === "ended"));
  await scheduleVendorDeletion(ctx, "call", ended, { isBulk: true });
  const sessions = calls.flatMap((call) => call.platformSessionId ?? []);
  await scheduleVendorDeletion(ctx, "session", sessions, { isBulk: true });
  const outcomes = await ctx.db
    .query("outcomes")
    .withIndex("by_inbox", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  return (
    (await deleteRows(ctx, "calls", calls)) +
    (await deleteRowsOfOwner(ctx, "callTexts", ownerId, TEXT_BATCH_SIZE)) +
    (await deleteRows(ctx, "outcomes", outcomes)) +
    (await deleteRowsOfOwner(ctx, "callDeletions", ownerId, BATCH_SIZE))
  );
}

async function deleteUsage(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const hours = await ctx.db
    .query("usageHours")
    .withIndex("by_owner_and_assistant_and_hour", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  return (
    (await deleteRowsOfOwner(ctx, "ownerTotals", ownerId, BATCH_SIZE)) +
    (await deleteRowsOfOwner(ctx, "assistantUsage", ownerId, BATCH_SIZE)) +
    (await deleteRows(ctx, "usageHours", hours)) +
    (await deleteLedger(ctx, ownerId))
  );
}

/** Keeps unpaid charges, and their periods, until they are paid or voided. */
async function deleteLedger(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  let deleted = 0;
  for (const state of ["paid", "void"] as const) {
    const charges = await ctx.db
      .query("overageCharges")
      .withIndex("by_owner_and_state", (q) => q.eq("ownerId", ownerId).eq("state", state))
      .take(BATCH_SIZE);
    deleted += await deleteRows(ctx, "overageCharges", charges);
  }
  const periods = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId))
    .take(BATCH_SIZE);
  for (const period of periods) {
    const charge = await ctx.db
      .query("overageCharges")
      .withIndex("by_period_and_from", (q) => q.eq("usagePeriodId", period._id))
      .first();
    if (charge === null) deleted += await deleteRows(ctx, "usagePeriods", [period]);
  }
  return deleted;
}
