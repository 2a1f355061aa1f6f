/** What needs a person, for the operator's page. The page has the sentences. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { outdatedAssistants } from "../../assistants/outdated";
import { specDigest } from "../../assistants/specDigest";
import { jobKind } from "../../jobs/table";
import { findSuppression } from "../../notifications/mail/suppressions";
import { stopReason } from "../../notifications/mail/table";
import { messengerKind } from "../../notifications/messengers/table";
import { deadJobs, MAX_DEAD_JOBS, nullIfMisconfigured } from "../facts";
import { vendor, vendorStates } from "../health";

/** Of each kind. */
const MAX_SHOWN = 20;
/** Of mails with one state. Most are to addresses that are fine again, or not an owner's own. */
const MAILS_READ = 50;

/** Stripe retries "past_due" and has given up "unpaid". */
const UNPAID = ["past_due", "unpaid"] as const;

const ofOwner = { email: v.string() };

export const attentionItem = v.union(
  v.object({ kind: v.literal("vendorFails"), vendor }),
  v.object({
    kind: v.literal("jobsFailed"),
    jobKind,
    count: v.number(),
    /** The newest one. */
    jobId: v.id("jobs"),
    atMs: v.number(),
  }),
  v.object({ kind: v.literal("assistantsOutdated"), count: v.number(), isMore: v.boolean() }),
  v.object({ kind: v.literal("disputed"), ...ofOwner, stripeCustomerId: v.string() }),
  v.object({ kind: v.literal("planUnpaid"), ...ofOwner, state: literals(...UNPAID) }),
  v.object({ kind: v.literal("extraMinutesUnpaid"), ...ofOwner, amountCents: v.number() }),
  v.object({
    kind: v.literal("webhookOff"),
    ...ofOwner,
    /** Null for an owner's own server. */
    messenger: v.union(messengerKind, v.null()),
    why: literals("gone", "failing"),
    atMs: v.number(),
  }),
  v.object({ kind: v.literal("mailStopped"), ...ofOwner, reason: stopReason }),
);
type Item = Infer<typeof attentionItem>;

export const attentionList = v.object({
  items: v.array(attentionItem),
  /** Whether there may be more of one kind. */
  isMore: v.boolean(),
});

type Part = { items: Item[]; isMore: boolean };

export async function listAttention(ctx: QueryCtx): Promise<Infer<typeof attentionList>> {
  return joined([
    await failingVendors(ctx),
    await failedJobs(ctx),
    await outdated(ctx),
    await disputes(ctx),
    await unpaidPlans(ctx),
    await unpaidExtraMinutes(ctx),
    await webhooksOff(ctx),
    await stoppedMail(ctx),
  ]);
}

async function failingVendors(ctx: QueryCtx): Promise<Part> {
  const states = await vendorStates(ctx);
  const failing = (["vapi", "stripe", "resend"] as const).filter(
    (name) => states[name] === "failing",
  );
  return whole(failing.map((name) => ({ kind: "vendorFails", vendor: name })));
}

/** One item for each kind of job, the newest first. */
async function failedJobs(ctx: QueryCtx): Promise<Part> {
  const dead = await deadJobs(ctx);
  const kinds = [...new Set(dead.map(({ kind }) => kind))];
  const items = kinds.flatMap((kind): Item[] => {
    const [newest, ...others] = dead.filter((job) => job.kind === kind);
    if (newest?.deadAtMs == null) return [];
    const [jobId, atMs, count] = [newest._id, newest.deadAtMs, others.length + 1];
    return [{ kind: "jobsFailed", jobKind: kind, count, jobId, atMs }];
  });
  return { items, isMore: dead.length === MAX_DEAD_JOBS };
}

/** Those that nothing sends again. */
async function outdated(ctx: QueryCtx): Promise<Part> {
  const digest = await nullIfMisconfigured(specDigest);
  if (digest === null) return whole([]);
  const { assistants, isMore } = await outdatedAssistants(ctx, digest);
  const count = assistants.filter(({ isWaiting }) => !isWaiting).length;
  return whole(count === 0 ? [] : [{ kind: "assistantsOutdated", count, isMore }]);
}

async function disputes(ctx: QueryCtx): Promise<Part> {
  const disputed = await ctx.db
    .query("customers")
    .withIndex("by_disputes", (q) => q.gt("disputes", []))
    .take(MAX_SHOWN + 1);
  return await shown(ctx, disputed, ({ stripeCustomerId }, email) => [
    { kind: "disputed", email, stripeCustomerId },
  ]);
}

async function unpaidPlans(ctx: QueryCtx): Promise<Part> {
  const parts: Part[] = [];
  for (const state of UNPAID) {
    const customers = await ctx.db
      .query("customers")
      .withIndex("by_stripe_status", (q) => q.eq("subscription.stripeStatus", state))
      .take(MAX_SHOWN + 1);
    parts.push(await shown(ctx, customers, (_, email) => [{ kind: "planUnpaid", email, state }]));
  }
  return joined(parts);
}

/** Refused charges after their grace period, because of which visitors are not served. */
async function unpaidExtraMinutes(ctx: QueryCtx): Promise<Part> {
  const charges = await ctx.db
    .query("overageCharges")
    .withIndex("by_grace_over_and_end", (q) => q.eq("isGraceOver", true))
    .order("desc")
    .take(MAX_SHOWN + 1);
  return await shown(ctx, charges, ({ amountCents, isProcessing }, email) =>
    isProcessing === true ? [] : [{ kind: "extraMinutesUnpaid", email, amountCents }],
  );
}

/** Those that we switched off. */
async function webhooksOff(ctx: QueryCtx): Promise<Part> {
  const endpoints = await ctx.db
    .query("webhookEndpoints")
    .withIndex("by_off", (q) => q.gt("off.atMs", 0))
    .order("desc")
    .take(MAX_SHOWN + 1);
  return await shown(ctx, endpoints, ({ off, isOn, messenger }, email) =>
    off === null || isOn
      ? []
      : [
          {
            kind: "webhookOff",
            ...{ email, why: off.why, atMs: off.atMs, messenger: messenger?.kind ?? null },
          },
        ],
  );
}

/** Owners whose own address gets no mail. Their recipients' and visitors' addresses are their own affair. */
async function stoppedMail(ctx: QueryCtx): Promise<Part> {
  const reasons = new Map<string, Item>();
  let isMore = false;
  for (const reason of ["bounced", "complained", "refused"] as const) {
    const mails = await ctx.db
      .query("mails")
      .withIndex("by_state", (q) => q.eq("state", reason))
      .order("desc")
      .take(MAILS_READ);
    isMore ||= mails.length === MAILS_READ;
    for (const { ownerId, to } of mails) {
      const email = await emailOf(ctx, ownerId);
      if (email !== to || reasons.has(to)) continue;
      // Mail there may have been resumed.
      const stop = await findSuppression(ctx, to);
      if (stop !== null) reasons.set(to, { kind: "mailStopped", email, reason: stop.reason });
    }
  }
  const items = [...reasons.values()];
  return { items: items.slice(0, MAX_SHOWN), isMore: isMore || items.length > MAX_SHOWN };
}

/** The items of the first documents, whose owners still have an account. */
async function shown<Document extends { ownerId: Id<"users"> }>(
  ctx: QueryCtx,
  documents: Document[],
  itemsOf: (document: Document, email: string) => Item[],
): Promise<Part> {
  const items: Item[] = [];
  for (const document of documents.slice(0, MAX_SHOWN)) {
    const email = await emailOf(ctx, document.ownerId);
    if (email !== null) items.push(...itemsOf(document, email));
  }
  return { items, isMore: documents.length > MAX_SHOWN };
}

async function emailOf(ctx: QueryCtx, ownerId: Id<"users">): Promise<string | null> {
  const owner: Doc<"users"> | null = await ctx.db.get("users", ownerId);
  return owner?.email ?? null;
}

function whole(items: Item[]): Part {
  return { items, isMore: false };
}

function joined(parts: Part[]): Part {
  return {
    items: parts.flatMap(({ items }) => items),
    isMore: parts.some(({ isMore }) => isMore),
  };
}
