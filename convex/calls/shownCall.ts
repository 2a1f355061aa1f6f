import { MICROS_PER_DOLLAR } from "./bounds";
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { shownOutcome, toShown as toShownOutcome } from "../inbox/list";
import { outcomeOf } from "../inbox/outcomes";
import { internalQuery } from "../lib/internalFunctions";
import { toIso } from "../lib/isoTime";
import { thisSession } from "../lib/session";
import { NEWEST_CALLS } from "../shared/limits";
import { isSuccessfulEnd } from "../shared/endedReasons";
import { channelOf, CHANNELS } from "../shared/channel";
import { newestCalls, requireOwnCall } from "./list";
import { shownPageUse, shownUsesOf } from "./pageUseRows";
import { recordingLink } from "./recordingLinks";
import { callMessage, callStatus, lookup, pageFact, rating } from "./table";

/** As many as an inbox entry stands for. */
const MAX_THREAD_SHOWN = 10;

const isoTime = v.union(v.string(), v.null());

/** A call in lists. Its details contain the rest. */
export const shownCall = v.object({
  id: v.id("calls"),
  status: callStatus,
  assistant: v.union(v.object({ id: v.id("assistants"), name: v.string() }), v.null()),
  isTest: v.boolean(),
  channel: literals(...CHANNELS),
  createdAt: v.string(),
  startedAt: isoTime,
  endedAt: isoTime,
  /** In dollars. */
  cost: v.number(),
  endedReason: v.union(v.string(), v.null()),
  summary: v.union(v.string(), v.null()),
  analysis: v.object({
    summary: v.union(v.string(), v.null()),
    successEvaluation: v.union(v.object({ success: v.boolean() }), v.null()),
  }),
  /** Decided by how the call ended, and then by its analysis. */
  isSuccessful: v.boolean(),
  exchangeCount: v.number(),
  /** What the assistant looked up in its knowledge. Missing if none is known. */
  lookups: v.optional(v.array(lookup)),
});

export const callDetails = v.object({
  ...shownCall.fields,
  transcript: v.union(v.string(), v.null()),
  messages: v.array(callMessage),
  recordingUrl: v.union(v.string(), v.null()),
  /** Whether the recording has not been copied yet. */
  isRecordingPending: v.boolean(),
  outcome: v.union(shownOutcome, v.null()),
  /** What the same visitor typed and said, the newest first. Empty for calls without a thread. */
  thread: v.array(
    v.object({ id: v.id("calls"), channel: literals(...CHANNELS), createdAt: v.string() }),
  ),
  /** The visitor's rating. */
  rating: v.union(rating, v.null()),
  /** From the talk page's address. */
  place: v.union(v.string(), v.null()),
  /** What the website's code said about the visitor. */
  pageFacts: v.array(pageFact),
  /** What the assistant did on the website's page, or could not do. */
  pageUses: v.array(shownPageUse),
  /** The notice that the visitor agreed to. */
  consent: v.union(
    v.object({
      text: v.string(),
      privacyUrl: v.union(v.string(), v.null()),
      agreedAt: v.string(),
    }),
    v.null(),
  ),
});

export type ShownCall = Infer<typeof shownCall>;
export type CallDetails = Infer<typeof callDetails>;

/** Reads each assistant once. */
export async function showCalls(ctx: QueryCtx, calls: Doc<"calls">[]): Promise<ShownCall[]> {
  const ids = [...new Set(calls.map((call) => call.assistantId))];
  const found = await Promise.all(ids.map((id) => ctx.db.get("assistants", id)));
  const assistants = new Map(ids.map((id, index) => [id, found[index] ?? null]));
  return calls.map((call) => toShown(call, assistants.get(call.assistantId) ?? null));
}

/** The link to the recording is for the caller's session. */
export async function showDetails(
  ctx: QueryCtx,
  call: Doc<"calls">,
  sessionId: Id<"authSessions"> | null,
): Promise<CallDetails> {
  const assistant = await ctx.db.get("assistants", call.assistantId);
  const text = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", call._id))
    .unique();
  const { recording } = call;
  const outcome = await outcomeOf(ctx, call._id);
  return {
    ...toShown(call, assistant),
    transcript: text === null || text.transcript === "" ? null : text.transcript,
    messages: text?.messages ?? [],
    recordingUrl:
      recording?.state === "stored" && sessionId !== null
        ? await recordingLink(call._id, sessionId)
        : null,
    isRecordingPending: recording?.state === "pending",
    outcome: outcome === null ? null : toShownOutcome(outcome, assistant?.name ?? null),
    thread: await threadOf(ctx, call),
    rating: call.rating ?? null,
    place: call.place ?? null,
    pageFacts: call.pageFacts ?? [],
    pageUses: await shownUsesOf(ctx, call._id),
    consent: toShownConsent(call),
  };
}

export const newest = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.array(shownCall),
  handler: async (ctx, { ownerId }) =>
    await showCalls(ctx, await newestCalls(ctx, ownerId, NEWEST_CALLS)),
});

export const details = internalQuery({
  args: { ownerId: v.id("users"), callId: v.id("calls") },
  returns: callDetails,
  handler: async (ctx, { ownerId, callId }) => {
    const session = await thisSession(ctx);
    return await showDetails(ctx, await requireOwnCall(ctx, ownerId, callId), session?._id ?? null);
  },
});

function toShown(call: Doc<"calls">, assistant: Doc<"assistants"> | null): ShownCall {
  const { summary = null, isSuccessful, endedReason = null } = call;
  return {
    id: call._id,
    status: call.status,
    assistant: assistant === null ? null : { id: assistant._id, name: assistant.name },
    isTest: call.kind === "testing",
    channel: channelOf(call),
    createdAt: toIso(call.createdAtMs),
    startedAt: call.startedAtMs === undefined ? null : toIso(call.startedAtMs),
    endedAt: call.endedAtMs === undefined ? null : toIso(call.endedAtMs),
    cost: (call.costMicros ?? 0) / MICROS_PER_DOLLAR,
    endedReason,
    summary,
    analysis: {
      summary,
      successEvaluation: isSuccessful === undefined ? null : { success: isSuccessful },
    },
    isSuccessful: isSuccessfulEnd(endedReason) || isSuccessful === true,
    exchangeCount: call.messageCount ?? 0,
    ...(call.lookups === undefined ? {} : { lookups: call.lookups }),
  };
}

async function threadOf(
  ctx: QueryCtx,
  { threadId, ownerId }: Doc<"calls">,
): Promise<CallDetails["thread"]> {
  if (threadId === undefined) return [];
  const parts = await ctx.db
    .query("calls")
    .withIndex("by_thread", (q) => q.eq("threadId", threadId))
    .order("desc")
    .take(MAX_THREAD_SHOWN);
  return parts
    .filter((part) => part.ownerId === ownerId)
    .map((part) => ({
      ...{ id: part._id, channel: channelOf(part) },
      createdAt: toIso(part.createdAtMs),
    }));
}

function toShownConsent({ consent }: Doc<"calls">): CallDetails["consent"] {
  if (consent === undefined) return null;
  const { text, privacyUrl, agreedAtMs } = consent;
  return { text, privacyUrl, agreedAt: toIso(agreedAtMs) };
}
