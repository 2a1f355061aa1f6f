import type { Doc, Id, TableNames } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deleteResets } from "../accounts/passwordReset";
import { deleteSession } from "../accounts/sessions";
import { removeAssistant } from "../assistants/assistants";
import { discardVoiceAssistant } from "../assistants/voiceAssistants";
import { chargeUnbilledOverage } from "../billing/overage/ledger";
import { findCustomer } from "../billing/plans/customers";
import { markTrial } from "../billing/subscriptions/trialMarks";
import { saveEarlierUse } from "../billing/usage/earlierUse";
import { countUsage } from "../billing/usage/usage";
import { cancelFollowUp } from "../calls/deletion";
import { discardKnowledgeFile } from "../knowledge/files";
import { dropLinks } from "../knowledge/uploads";
import { rateLimiter } from "../lib/rateLimits";
import { deleteMails } from "../notifications/mail/delivery";
import { deleteRecipients } from "../notifications/mail/recipients";
import { deleteWebhooks } from "../notifications/webhooks/deliveryLog";
import { deleteKeys } from "../publicApi/keys";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";

type OwnerId = Id<"users">;

/** Documents that one run deletes of each table; the next begins when it is done. */
const AT_ONCE = 50;
/** What was said may take a megabyte a call, a deletion reads it twice, and a function reads at most 16. */
const TEXTS_AT_ONCE = 6;
/** A version may hold as much as an assistant does, some ten thousand signs and more. */
const VERSIONS_AT_ONCE = 20;

/** From here on the owner is nobody: no session and no function knows the account any more. */
export async function closeAccount(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const accounts = await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", ownerId))
    .take(AT_ONCE);
  await drop(ctx, "authAccounts", accounts);
  await countRunningCalls(ctx, ownerId);
  await closeBilling(ctx, ownerId);
  const owner = await ctx.db.get("users", ownerId);
  if (owner !== null) await saveEarlierUse(ctx, owner);
  if (owner?.email !== undefined) {
    await rateLimiter.reset(ctx, "signInsByAccount", { key: owner.email });
  }
  await ctx.db.delete("users", ownerId);
}

/** The time that live calls have used so far counts: their reports come when there is nobody to count for. */
async function countRunningCalls(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const live = await ctx.db
    .query("calls")
    .withIndex("by_owner_and_live", (q) => q.eq("ownerId", ownerId).eq("isLive", true))
    .take(AT_ONCE);
  const endedAtMs = Date.now();
  const talks = live.flatMap(({ startedAtMs, maxDurationSeconds, ...call }) => {
    if (startedAtMs === undefined) return [];
    const lasted = Math.ceil(Math.max(0, endedAtMs - startedAtMs) / 1000);
    const seconds = Math.min(lasted, maxDurationSeconds);
    return [{ ...call, calls: 1, endedAtMs, seconds, costMicros: 0 }];
  });
  if (talks.length > 0) await countUsage(ctx, ownerId, talks);
}

/**
 * Extra minutes that were not charged yet are in the ledger from here on, which outlives the account. That there
 * was a trial is remembered.
 */
async function closeBilling(ctx: MutationCtx, ownerId: OwnerId): Promise<void> {
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return;
  await chargeUnbilledOverage(ctx, customer);
  await scheduleVendorDeletion(ctx, "customer", [customer.stripeCustomerId]);
  if (customer.trialUsedAtMs !== null) await markTrial(ctx, { ownerId, cardFingerprint: null });
  await ctx.db.delete("customers", customer._id);
}

/** Deletes some of what an owner had, and says whether there may be more. */
export async function purgeSome(ctx: MutationCtx, ownerId: OwnerId): Promise<boolean> {
  const dropped = [
    await dropSessions(ctx, ownerId),
    await dropPlaces(ctx, ownerId),
    await deleteMails(ctx, ownerId, AT_ONCE),
    await deleteRecipients(ctx, ownerId),
    await deleteWebhooks(ctx, ownerId),
    await deleteResets(ctx, ownerId),
    await deleteKeys(ctx, ownerId),
    await dropAssistants(ctx, ownerId),
    await dropCalls(ctx, ownerId),
    await dropUsage(ctx, ownerId),
  ];
  return dropped.some((count) => count > 0);
}

async function dropSessions(ctx: MutationCtx, userId: OwnerId): Promise<number> {
  const [session] = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(1);
  if (session === undefined) return 0;
  await deleteSession(ctx, session._id);
  return 1;
}

async function dropPlaces(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const places = await ctx.db
    .query("familiarPlaces")
    .withIndex("by_owner_and_place", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  const signIns = await ctx.db
    .query("signIns")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  return (await drop(ctx, "familiarPlaces", places)) + (await drop(ctx, "signIns", signIns));
}

/** An assistant takes its versions along, of which fifty have many: so these go first. */
async function dropAssistants(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const versions = await ctx.db
    .query("assistantVersions")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(VERSIONS_AT_ONCE);
  if (versions.length > 0) return await drop(ctx, "assistantVersions", versions);
  const assistants = await ctx.db
    .query("assistants")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  for (const assistant of assistants) await removeAssistant(ctx, assistant);
  const voices = await ctx.db
    .query("voiceAssistants")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  for (const made of voices) await discardVoiceAssistant(ctx, made);
  const files = await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  for (const file of files) await discardKnowledgeFile(ctx, file);
  const links = await dropLinks(ctx, { ownerId }, AT_ONCE);
  return assistants.length + voices.length + files.length + links;
}

/** Calls that are still going on end, and their reports find nothing to count for. */
async function dropCalls(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const calls = await ctx.db
    .query("calls")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  for (const call of calls) await cancelFollowUp(ctx, call);
  const idsOf = (some: Doc<"calls">[]) => some.flatMap((call) => call.platformCallId ?? []);
  await scheduleVendorDeletion(
    ctx,
    "liveCall",
    idsOf(calls.filter(({ status }) => status !== "ended")),
  );
  const ended = idsOf(calls.filter(({ status }) => status === "ended"));
  await scheduleVendorDeletion(ctx, "call", ended, { isBulk: true });
  const texts = await ctx.db
    .query("callTexts")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(TEXTS_AT_ONCE);
  const outcomes = await ctx.db
    .query("outcomes")
    .withIndex("by_inbox", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  const deletions = await ctx.db
    .query("callDeletions")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  return (
    (await drop(ctx, "calls", calls)) +
    (await drop(ctx, "callTexts", texts)) +
    (await drop(ctx, "outcomes", outcomes)) +
    (await drop(ctx, "callDeletions", deletions))
  );
}

async function dropUsage(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const totals = await ctx.db
    .query("ownerTotals")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  const byAssistant = await ctx.db
    .query("assistantUsage")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  const hours = await ctx.db
    .query("usageHours")
    .withIndex("by_owner_and_assistant_and_hour", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  return (
    (await drop(ctx, "ownerTotals", totals)) +
    (await drop(ctx, "assistantUsage", byAssistant)) +
    (await drop(ctx, "usageHours", hours)) +
    (await dropLedger(ctx, ownerId))
  );
}

/** What is still owed stays until it is paid or voided, with the periods in which it was made. */
async function dropLedger(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  let dropped = 0;
  for (const state of ["paid", "void"] as const) {
    const charges = await ctx.db
      .query("overageCharges")
      .withIndex("by_owner_and_state", (q) => q.eq("ownerId", ownerId).eq("state", state))
      .take(AT_ONCE);
    dropped += await drop(ctx, "overageCharges", charges);
  }
  const periods = await ctx.db
    .query("usagePeriods")
    .withIndex("by_owner_and_start", (q) => q.eq("ownerId", ownerId))
    .take(AT_ONCE);
  for (const period of periods) {
    const charge = await ctx.db
      .query("overageCharges")
      .withIndex("by_period_and_from", (q) => q.eq("usagePeriodId", period._id))
      .first();
    if (charge === null) dropped += await drop(ctx, "usagePeriods", [period]);
  }
  return dropped;
}

async function drop<Table extends TableNames>(
  ctx: MutationCtx,
  table: Table,
  rows: Doc<Table>[],
): Promise<number> {
  for (const row of rows) await ctx.db.delete(table, row._id);
  return rows.length;
}
