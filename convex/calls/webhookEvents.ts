/**
 * Webhook events about a call: that somebody joined, and that it ended. A call that nobody joined has no events, and
 * neither has a typed conversation without an answer.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { countedSeconds } from "../billing/usage/countedSeconds";
import { toIso } from "../lib/isoTime";
import { announce, type EventData } from "../notifications/webhooks/events";
import { channelOf } from "../shared/channel";

type Call = Doc<"calls">;

export async function announceCall(ctx: MutationCtx, before: Call, after: Call): Promise<void> {
  const { startedAtMs, ownerId } = after;
  if (startedAtMs === undefined || !hasBegun(after)) return;
  if (!hasBegun(before)) {
    await announce(ctx, ownerId, "call.started", () => startOf(ctx, after, startedAtMs));
  }
  if (isOver(before) || !isOver(after)) return;
  await announce(ctx, ownerId, "call.ended", async () => ({
    ...(await startOf(ctx, after, startedAtMs)),
    endedAt: toIso(after.endedAtMs ?? startedAtMs),
    durationSeconds: countedSeconds(after),
    endedReason: after.endedReason ?? null,
  }));
}

function hasBegun({ channel, startedAtMs, messageCount = 0 }: Call): boolean {
  return channel === "text" ? messageCount > 0 : startedAtMs !== undefined;
}

function isOver(call: Call): boolean {
  return call.status === "ended" && hasBegun(call);
}

async function startOf(ctx: MutationCtx, call: Call, startedAtMs: number): Promise<EventData> {
  const assistant = await ctx.db.get("assistants", call.assistantId);
  return {
    callId: call._id,
    assistantId: call.assistantId,
    assistantName: assistant?.name ?? null,
    channel: channelOf(call),
    isTest: call.kind === "testing",
    startedAt: toIso(startedAtMs),
  };
}
