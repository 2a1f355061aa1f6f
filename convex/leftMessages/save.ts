/** Saves a message that a visitor left: who may leave one, how many, and what is stored. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import {
  conversationRequest,
  NOT_SERVED,
  refusalOfPage,
  refused,
  refusedCall,
  type RefusedCall,
  TOO_MANY,
} from "../calls/admission";
import { retentionDeadline } from "../calls/deletion";
import { partsOf } from "../calls/thread";
import { outcomeOf, saveFound } from "../inbox/outcomes";
import type { Found } from "../inbox/table";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { findingKey } from "../shared/findings";
import { contactKind, type LeftMessage } from "../shared/leftMessage";
import { REFUSALS } from "../shared/messages";
import { UNAVAILABLE_CASES, type UnavailableCase } from "../shared/unavailability";
import { findAvailability, isOver } from "../talkButton/availability";
import { takenFor } from "./cases";

const leftMessage = v.object({ name: v.string(), contact: v.string(), text: v.string() });

const leftRequest = v.object({
  ...conversationRequest,
  /** Of the conversation before, if there was one. */
  threadId: v.union(v.string(), v.null()),
  /** Of a valid message pass. */
  refusedFor: v.union(literals(...UNAVAILABLE_CASES), v.null()),
  message: leftMessage,
});
type LeftRequest = Infer<typeof leftRequest>;

const saved = v.object({ kind: v.literal("saved") });
type Saved = Infer<typeof saved>;

const SAVED: Saved = { kind: "saved" };
const FULL = refused("messages_full", 429, REFUSALS.leftMessagesFull);
const NOT_TAKEN = refused("message_not_taken", 403, REFUSALS.messageNotTaken);

export const save = internalMutation({
  args: leftRequest,
  returns: v.union(saved, refusedCall),
  handler: saveMessage,
});

/**
 * The owner chooses in which cases messages are taken (cases.ts). A refusal is returned and not thrown, because an error would
 * undo the rate limits' counts.
 */
async function saveMessage(ctx: MutationCtx, request: LeftRequest): Promise<Saved | RefusedCall> {
  const { address: key, embedId, message } = request;
  if (!(await rateLimiter.limit(ctx, "leftMessagesByNetwork", { key })).ok) return TOO_MANY;
  const served = await findAvailability(ctx, embedId);
  if (served === null || isOver(served, Date.now())) return NOT_SERVED;
  const { assistant } = served;
  const found = foundIn(message);
  // A form that is sent twice, because the visitor pressed twice or did not get the answer.
  if (await wasSaved(ctx, request, assistant._id, found)) return SAVED;
  const pageRefusal = await refusalOfPage(ctx, request, served);
  if (pageRefusal !== null) return pageRefusal;
  const taken = await takenFor(ctx, served, request);
  // Nobody learns of an assistant that is not published, unless it takes messages.
  const isUnpublished = served.unavailableCase === "notLive";
  if (taken.kind === "notTaken") return isUnpublished ? NOT_SERVED : NOT_TAKEN;
  if (!(await rateLimiter.limit(ctx, "leftMessagesByEmbedId", { key: embedId })).ok) return FULL;
  const { ownerId } = assistant;
  if (!(await rateLimiter.limit(ctx, "leftMessagesByOwner", { key: ownerId })).ok) return FULL;
  const call = await insertMessage(ctx, request, { assistant, leftBecause: taken.leftBecause });
  await saveFound(ctx, call, { found, unanswered: [], mood: null, language: null });
  return SAVED;
}

async function insertMessage(
  ctx: MutationCtx,
  { threadId, pageTokenId, place, pageFacts }: LeftRequest,
  { assistant, leftBecause }: { assistant: Doc<"assistants">; leftBecause: UnavailableCase | null },
): Promise<Doc<"calls">> {
  const { _id: assistantId, ownerId } = assistant;
  const nowMs = Date.now();
  const thread = await threadOf(ctx, threadId, assistantId);
  const callId = await ctx.db.insert("calls", {
    ...{ ownerId, assistantId, kind: "visitor", channel: "message", allowance: "plan" },
    ...(thread === null ? {} : { threadId: thread }),
    ...(pageTokenId === undefined ? {} : { pageTokenId }),
    ...(place === undefined ? {} : { place }),
    ...(pageFacts === undefined ? {} : { pageFacts }),
    ...(leftBecause === null ? {} : { leftBecause }),
    // Nobody talks, so it takes no line, no minutes, and never starts.
    ...{ status: "ended", isLive: false, maxDurationSeconds: 0, endSource: "us" },
    ...retentionDeadline(assistant, nowMs),
    ...{ createdAtMs: nowMs, endedAtMs: nowMs, changedAtMs: nowMs },
  });
  const call = await ctx.db.get("calls", callId);
  if (call === null) throw new Error("The message was not inserted");
  return call;
}

/** Null unless a visitor has had this conversation with the same assistant. */
async function threadOf(
  ctx: QueryCtx,
  threadId: string | null,
  assistantId: Id<"assistants">,
): Promise<string | null> {
  const parts = threadId === null ? [] : await partsOf(ctx, threadId);
  const isOwn = parts.some((part) => part.assistantId === assistantId && part.kind === "visitor");
  return isOwn ? threadId : null;
}

/** Whether the same message came with the same page token before. Each page token is valid for one message. */
async function wasSaved(
  ctx: QueryCtx,
  { pageTokenId }: LeftRequest,
  assistantId: Id<"assistants">,
  found: Found[],
): Promise<boolean> {
  if (pageTokenId === undefined) return false;
  const call = await ctx.db
    .query("calls")
    .withIndex("by_page_token", (q) => q.eq("pageTokenId", pageTokenId))
    .first();
  if (call?.channel !== "message" || call.assistantId !== assistantId) return false;
  const outcome = await outcomeOf(ctx, call._id);
  return JSON.stringify(outcome?.found.map(contentOf)) === JSON.stringify(found.map(contentOf));
}

function contentOf({ key, value }: Found): [string, Found["value"]] {
  return [key, value];
}

/** In the inbox, under the names that the ready-made lists of an assistant have for the same. */
function foundIn({ name, contact, text }: LeftMessage): Found[] {
  const kind = contactKind(contact) ?? "text";
  return [
    ...(name === "" ? [] : [foundAs("Name", "text", name, false)]),
    foundAs(kind === "phone" ? "Phone number" : "Email address", kind, contact, true),
    foundAs("Message", "text", text, true),
  ];
}

function foundAs(label: string, kind: Found["kind"], value: string, isRequired: boolean): Found {
  return { key: findingKey(label), label, kind, isRequired, value };
}
