/** Reads a website for a visitor of the landing page, who has no account. */
import { ConvexError, type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { landingMinutesADay } from "../assistants/landingAssistant";
import { refusedCall, type RefusedCall, refused as refusal } from "../calls/admission";
import { answerFaults, refused, refusedAs } from "../calls/request";
import { startOf } from "../knowledge/websites";
import { answerAnyOrigin, eventsForAnyOrigin } from "../lib/crossOrigin";
import { required } from "../lib/env";
import { streamOf } from "../lib/eventStream";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { signId } from "../lib/signedId";
import { MINUTE_MS, SECOND_MS } from "../shared/durations";
import type { UserError } from "../shared/errors";
import { LANDING_EMBED_ID } from "../shared/landingAssistant";
import { MESSAGES } from "../shared/messages";
import {
  MAX_TRIAL_ANSWERS,
  type ReadingEvent,
  TRIAL_MINUTES,
  type TrialSetting,
} from "../shared/siteTrials";
import { TRIAL_REFUSALS } from "../shared/trialMessages";
import { requireTurnstile, turnstileOfPage } from "../talkButton/turnstile";
import { readSite } from "./readSite";
import { trialSite } from "./table";
import { pricedIn, topicsOf } from "./topics";
import { trialGreeting } from "./trialAssistant";

const MAX_BODY_BYTES = 10_000;
/** Each takes one of sixteen HTTP actions for some ten seconds (docs/fidelity.md, H7). */
const MAX_READINGS = 2;
/** Longer than any reading. One that has not ended by then was stopped, because its visitor left. */
const READING_LEASE_MS = 45 * SECOND_MS;

/** The trials of that time among which the readings are counted. Each can have 40 KB. */
const MAX_RECENT = 10;

export const TRIAL_PURPOSE = "site trial";

export async function showTrialSetting(): Promise<Response> {
  const setting: TrialSetting = { turnstile: turnstileOfPage() };
  return answerAnyOrigin(200, setting);
}

export async function beginTrial(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("read a website for a trial", () => reserveAndRead(ctx, request));
}

async function reserveAndRead(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request, { maxBytes: MAX_BODY_BYTES });
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const { address, turnstile } = (read.content ?? {}) as { address?: unknown; turnstile?: unknown };
  if (typeof address !== "string") {
    return refused(400, "invalid_input", TRIAL_REFUSALS.addressMissing);
  }
  if (landingMinutesADay() === 0) return refused(403, "trials_off", TRIAL_REFUSALS.off);
  const start = readAddress(address);
  if (start.kind === "problem") return refused(400, "invalid_input", start.says);
  const unverified = await requireTurnstile(ctx, LANDING_EMBED_ID, turnstile);
  if (unverified !== null) return refusedAs(unverified);
  const { ip: network } = await ctx.meta.getRequestMetadata();
  const { host } = new URL(start.url);
  const reserved = await ctx.runMutation(internal.siteTrials.begin.reserve, { network, host });
  if (reserved.kind === "refused") {
    const { kind: _, ...reason } = reserved;
    return refusedAs(reason);
  }
  return eventsForAnyOrigin(streamOf(readingEvents(ctx, reserved, start.url)));
}

function readAddress(address: string) {
  try {
    return { kind: "address" as const, url: startOf(address) };
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    return { kind: "problem" as const, says: (error.data as UserError).message };
  }
}

async function* readingEvents(
  ctx: ActionCtx,
  { rowId, trialId, expiresAtMs }: ReservedTrial,
  start: string,
): AsyncGenerator<ReadingEvent, void, undefined> {
  try {
    const reading = readSite(start, required("SITE_URL"));
    let step = await reading.next();
    for (; step.done !== true; step = await reading.next()) yield { reading: step.value };
    if (step.value.kind === "problem") {
      await ctx.runMutation(internal.siteTrials.begin.discard, { rowId });
      return yield { error: { code: "site_unreadable", message: step.value.says } };
    }
    const { site, facts } = step.value;
    await ctx.runMutation(internal.siteTrials.begin.saveSite, { rowId, site });
    yield {
      found: {
        trial: await signId(TRIAL_PURPOSE, { id: trialId, expiresAtMs }),
        start: site.start,
        name: site.name,
        greeting: trialGreeting(site),
        pages: site.pages.map(({ url, title }) => ({ url, title })),
        topics: topicsOf(site, facts),
        priced: pricedIn(site),
        answersLeft: MAX_TRIAL_ANSWERS,
        secondsLeft: Math.floor((expiresAtMs - Date.now()) / SECOND_MS),
      },
    };
  } catch (error) {
    console.error("Could not read a website for a trial", error);
    await ctx.runMutation(internal.siteTrials.begin.discard, { rowId });
    yield { error: { code: "internal_error", message: MESSAGES.somethingWrong } };
  }
}

const reservedTrial = v.object({
  kind: v.literal("reserved"),
  rowId: v.id("siteTrials"),
  trialId: v.string(),
  expiresAtMs: v.number(),
});
type ReservedTrial = Infer<typeof reservedTrial>;

/** A refusal is returned and not thrown, because an error would undo the rate limits' counts. */
export const reserve = internalMutation({
  args: { network: v.union(v.string(), v.null()), host: v.string() },
  returns: v.union(reservedTrial, refusedCall),
  handler: async (ctx, { network, host }) => {
    const nowMs = Date.now();
    if ((await readingsOf(ctx, nowMs)) >= MAX_READINGS) return BUSY;
    const reason = await usedUp(ctx, network, host.replace(/^www\./, ""));
    if (reason !== null) return reason;
    const trialId: string = crypto.randomUUID();
    const expiresAtMs = nowMs + TRIAL_MINUTES * MINUTE_MS;
    const rowId = await ctx.db.insert("siteTrials", { trialId, answers: 0, expiresAtMs });
    return { kind: "reserved" as const, rowId, trialId, expiresAtMs };
  },
});

const BUSY = refusal("trials_busy", 429, TRIAL_REFUSALS.busy);
const NETWORK_USED_UP = refusal("trials_used_up", 429, TRIAL_REFUSALS.networkUsedUp);
const HOST_USED_UP = refusal("trials_used_up", 429, TRIAL_REFUSALS.hostUsedUp);
const ALL_USED_UP = refusal("trials_used_up", 429, TRIAL_REFUSALS.allUsedUp);

/** The narrowest limit first, so that one network cannot use up the others. */
async function usedUp(
  ctx: MutationCtx,
  network: string | null,
  host: string,
): Promise<RefusedCall | null> {
  const { limit } = rateLimiter;
  if (!(await limit(ctx, "siteTrialsByNetwork", { key: network })).ok) return NETWORK_USED_UP;
  if (!(await limit(ctx, "siteTrialsByHost", { key: host })).ok) return HOST_USED_UP;
  if (!(await limit(ctx, "siteTrialsInAll", { key: "deployment" })).ok) return ALL_USED_UP;
  return null;
}

/** How many websites are being read. */
async function readingsOf(ctx: MutationCtx, nowMs: number): Promise<number> {
  const begunAtMs = nowMs - READING_LEASE_MS;
  const recent = await ctx.db
    .query("siteTrials")
    .withIndex("by_expiry", (q) => q.gt("expiresAtMs", begunAtMs + TRIAL_MINUTES * MINUTE_MS))
    .order("desc")
    .take(MAX_RECENT);
  return recent.filter(({ site }) => site === undefined).length;
}

const ofTrial = { rowId: v.id("siteTrials") };

export const saveSite = internalMutation({
  args: { ...ofTrial, site: trialSite },
  returns: v.null(),
  handler: async (ctx, { rowId, site }) => {
    await ctx.db.patch("siteTrials", rowId, { site });
    return null;
  },
});

/** A website that could not be read. */
export const discard = internalMutation({
  args: ofTrial,
  returns: v.null(),
  handler: async (ctx, { rowId }) => {
    await discardTrial(ctx, rowId);
    return null;
  },
});

async function discardTrial(ctx: MutationCtx, rowId: Id<"siteTrials">): Promise<void> {
  if ((await ctx.db.get("siteTrials", rowId)) !== null) await ctx.db.delete("siteTrials", rowId);
}
