/** Why a visitor leaves a message. The server decides it; the page only passes on what it was refused with. */
import type { QueryCtx } from "../_generated/server";
import { conversationOf } from "../assistants/conversation";
import { secondsLeft } from "../billing/usage/allowance";
import { concurrencyLimitOf, hasFreeSlot, liveCallsOf } from "../calls/concurrency";
import { visitorSecondsLeft } from "../calls/dailyMinutes";
import { callerKey } from "../lib/limitKeys";
import { MIN_CALL_SECONDS } from "../shared/limits";
import { isOpenAt } from "../shared/openingHours";
import { choiceFor, type UnavailableCase } from "../shared/unavailability";
import type { Availability } from "../talkButton/availability";

/** Null is for a visitor who could be served, but can neither talk nor type: without a microphone, for example. */
export type Taken = { kind: "taken"; leftBecause: UnavailableCase | null } | { kind: "notTaken" };

/** `refusedFor` is the case of a valid message pass. */
export async function takenFor(
  ctx: QueryCtx,
  found: Availability,
  { address, refusedFor }: { address: string | null; refusedFor: UnavailableCase | null },
): Promise<Taken> {
  const holds = await caseNow(ctx, found, address);
  const cases = [holds, refusedFor].filter((one) => one !== null);
  if (cases.length === 0) return { kind: "taken", leftBecause: null };
  const talk = conversationOf(found.assistant);
  const leftBecause = cases.find((one) => choiceFor(talk, one) === "message");
  return leftBecause === undefined ? { kind: "notTaken" } : { kind: "taken", leftBecause };
}

/** The checks of a call (calls/reservation.ts), in the same order. */
async function caseNow(
  ctx: QueryCtx,
  { assistant, subscription, unavailableCase }: Availability,
  address: string | null,
): Promise<UnavailableCase | null> {
  if (unavailableCase !== null || subscription === null) return unavailableCase;
  const nowMs = Date.now();
  const { openingHours, timeZone } = conversationOf(assistant);
  if (!isOpenAt(openingHours, timeZone, nowMs)) return "closed";
  const served = { assistant, subscription };
  const limit = concurrencyLimitOf(served);
  const live = await liveCallsOf(ctx, assistant.ownerId, limit.all);
  const today = visitorSecondsLeft(served, live, nowMs);
  if (today.isUsedUp) return "noMinutes";
  const reserved = live.reduce((sum, call) => sum + call.maxDurationSeconds, 0);
  const ofOwner = (await secondsLeft(ctx, assistant.ownerId, subscription)) - reserved;
  if (Math.min(ofOwner, today.left) < MIN_CALL_SECONDS) {
    return live.length === 0 ? "noMinutes" : "busy";
  }
  const caller = await callerKey(address);
  const lines = { limit, liveCalls: live.length };
  return (await hasFreeSlot(ctx, { kind: "visitor", caller }, lines)) ? null : "busy";
}
