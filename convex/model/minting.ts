import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { CONCURRENT_CALLS, MAX_CALL_SECONDS, MIN_CALL_SECONDS } from "../catalog/limits";
import { MESSAGES, testLimitReached, voiceNotConfigured } from "../catalog/messages";
import { findTotals, secondsLeft } from "./allowance";
import { findByEmbedId } from "./assistants";
import { findActiveSubscription, type ActiveSubscription } from "./customers";
import { shownMinutes } from "./minutes";
import { rateLimiter } from "./rateLimits";
import { addToTotals } from "./usage";
import { findLiveAssistant } from "./widget";

/** A call that is asked for: by a visitor, or by an owner who tries an assistant out. */
export type CallRequest = {
  embedId: string;
  ownerId: Id<"users"> | null;
  address: string | null;
};

export type Refusal = { code: string; status: number; message: string };
export type Reservation = {
  callId: Id<"calls">;
  platformAssistantId: string;
  maxDurationSeconds: number;
};
type Served = { assistant: Doc<"assistants">; subscription: ActiveSubscription | null };

/** A reservation of which the platform was never told is dropped after this long. */
export const CONFIRMED_WITHIN_MS = 2 * 60_000;

/**
 * Takes one of the owner's lines, and as much time as the call may last, before the platform is
 * asked. A refusal is an answer and no error, so that what was counted stays counted.
 */
export async function reserveCall(
  ctx: MutationCtx,
  request: CallRequest,
): Promise<Reservation | Refusal> {
  if (!(await isWithinRate(ctx, request)))
    return refusal("too_many_requests", 429, MESSAGES.tooManyRequests);
  const served = await findServed(ctx, request);
  if (served === null) return refusal("assistant_not_found", 404, MESSAGES.assistantNotServed);
  const { assistant, subscription } = served;
  const { ownerId, voiceAssistantId } = assistant;
  const live = await liveCalls(ctx, ownerId);
  const left = (await secondsLeft(ctx, ownerId, subscription)) - reservedSeconds(live);
  if (left < MIN_CALL_SECONDS && live.length === 0) return await noMinutesLeft(ctx, ownerId);
  if (voiceAssistantId === undefined) {
    return refusal("not_configured", 409, voiceNotConfigured(assistant.name));
  }
  const lines = subscription === null ? CONCURRENT_CALLS.free : CONCURRENT_CALLS.plan;
  if (live.length >= lines || left < MIN_CALL_SECONDS) {
    return refusal("busy", 429, MESSAGES.linesBusy);
  }
  const maxDurationSeconds = Math.floor(Math.min(MAX_CALL_SECONDS, left));
  const callId = await ctx.db.insert("calls", {
    ownerId,
    assistantId: assistant._id,
    kind: request.ownerId === null ? "visitor" : "testing",
    allowance: subscription === null ? "free" : "plan",
    status: "queued",
    isLive: true,
    maxDurationSeconds,
    followUpAtMs: Date.now() + CONFIRMED_WITHIN_MS,
  });
  await addToTotals(ctx, ownerId, { calls: 1 });
  return { callId, platformAssistantId: voiceAssistantId, maxDurationSeconds };
}

/** The platform would not have it: as if it had never been asked for. */
export async function releaseCall(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  if (call?.status !== "queued") return;
  await ctx.db.delete("calls", callId);
  await addToTotals(ctx, call.ownerId, { calls: -1 });
}

async function isWithinRate(ctx: MutationCtx, { embedId, address }: CallRequest): Promise<boolean> {
  if (address !== null) {
    const { ok } = await rateLimiter.limit(ctx, "callsByAddress", { key: address });
    if (!ok) return false;
  }
  return (await rateLimiter.limit(ctx, "callsByEmbedId", { key: embedId })).ok;
}

async function findServed(
  ctx: QueryCtx,
  { embedId, ownerId }: CallRequest,
): Promise<Served | null> {
  if (ownerId === null) return await findLiveAssistant(ctx, embedId);
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.ownerId !== ownerId) return null;
  return { assistant, subscription: await findActiveSubscription(ctx, ownerId) };
}

async function liveCalls(ctx: QueryCtx, ownerId: Id<"users">): Promise<Doc<"calls">[]> {
  return await ctx.db
    .query("calls")
    .withIndex("by_owner_and_live", (q) => q.eq("ownerId", ownerId).eq("isLive", true))
    .take(CONCURRENT_CALLS.plan);
}

function reservedSeconds(live: Doc<"calls">[]): number {
  return live.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
}

async function noMinutesLeft(ctx: QueryCtx, ownerId: Id<"users">): Promise<Refusal> {
  const totals = await findTotals(ctx, ownerId);
  const used = shownMinutes(totals?.freeSeconds ?? 0);
  return refusal("no_minutes_left", 403, testLimitReached(used));
}

function refusal(code: string, status: number, message: string): Refusal {
  return { code, status, message };
}
