/** What is read for whoever was let in. Ids come as they were sent: what is none, or another's, is not found. */
import { literals } from "convex-helpers/validators";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { callStatus } from "../calls/callFields";
import { pageOfCalls } from "../calls/callLists";
import { pageOfInbox } from "../outcomes/inbox";
import { outcomeOf } from "../outcomes/outcomes";
import {
  OUTCOME_STATUS_NAMES,
  type ApiAssistant,
  type ApiCall,
  type ApiCallDetails,
  type ApiOutcome,
} from "./shapes";
import { namesOf, toApiAssistant, toApiCall, toApiCallDetails, toApiOutcome } from "./showing";

type OwnerId = Id<"users">;

const turning = { cursor: v.nullable(v.string()), limit: v.number() };
const span = {
  assistant: v.nullable(v.string()),
  fromMs: v.nullable(v.number()),
  toMs: v.nullable(v.number()),
};

export const assistantsAsked = v.object(turning);
export const callsAsked = v.object({ ...turning, ...span, status: v.nullable(callStatus) });
export const outcomesAsked = v.object({
  ...turning,
  ...span,
  status: v.nullable(literals(...OUTCOME_STATUS_NAMES)),
});
type CallsAsked = Infer<typeof callsAsked>;
type OutcomesAsked = Infer<typeof outcomesAsked>;

/** The cursor is the database's own, and null at the end. */
interface Page<One> {
  page: One[];
  cursor: string | null;
}

export async function readAssistants(
  ctx: QueryCtx,
  ownerId: OwnerId,
  asked: Infer<typeof assistantsAsked>,
): Promise<Page<ApiAssistant>> {
  const result = await ctx.db
    .query("assistants")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .paginate(optionsOf(asked));
  return paged(result, result.page.map(toApiAssistant));
}

/** Null where no assistant of anybody's has such an id. */
export async function readCalls(
  ctx: QueryCtx,
  ownerId: OwnerId,
  asked: CallsAsked,
): Promise<Page<ApiCall> | null> {
  const filter = filterOf(ctx, asked);
  if (filter === null) return null;
  const which = { ...filter, status: asked.status };
  const result = await pageOfCalls(ctx, ownerId, which, optionsOf(asked));
  const names = await namesOf(ctx, result.page);
  return paged(
    result,
    result.page.map((call) => toApiCall(call, names)),
  );
}

export async function readOutcomes(
  ctx: QueryCtx,
  ownerId: OwnerId,
  asked: OutcomesAsked,
): Promise<Page<ApiOutcome> | null> {
  const filter = filterOf(ctx, asked);
  if (filter === null) return null;
  const status = asked.status === "in-progress" ? "in progress" : asked.status;
  const result = await pageOfInbox(ctx, ownerId, { ...filter, status }, optionsOf(asked));
  const names = await namesOf(ctx, result.page);
  return paged(
    result,
    result.page.map((outcome) => toApiOutcome(outcome, names)),
  );
}

export async function readAssistant(
  ctx: QueryCtx,
  ownerId: OwnerId,
  { id, withPrompt }: { id: string; withPrompt: boolean },
): Promise<ApiAssistant | null> {
  const assistantId = ctx.db.normalizeId("assistants", id);
  const assistant = assistantId === null ? null : await ctx.db.get("assistants", assistantId);
  if (assistant?.ownerId !== ownerId) return null;
  const { systemPrompt } = assistant;
  return { ...toApiAssistant(assistant), ...(withPrompt ? { systemPrompt } : {}) };
}

export async function readCall(
  ctx: QueryCtx,
  ownerId: OwnerId,
  id: string,
): Promise<ApiCallDetails | null> {
  const callId = ctx.db.normalizeId("calls", id);
  const call = callId === null ? null : await ctx.db.get("calls", callId);
  if (call?.ownerId !== ownerId) return null;
  const text = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", call._id))
    .unique();
  const outcome = await outcomeOf(ctx, call._id);
  return toApiCallDetails(call, await namesOf(ctx, [call]), { text, outcome });
}

export async function readOutcome(
  ctx: QueryCtx,
  ownerId: OwnerId,
  id: string,
): Promise<ApiOutcome | null> {
  const outcomeId = ctx.db.normalizeId("outcomes", id);
  const outcome = outcomeId === null ? null : await ctx.db.get("outcomes", outcomeId);
  return outcome?.ownerId === ownerId ? toApiOutcome(outcome, await namesOf(ctx, [outcome])) : null;
}

function filterOf(ctx: QueryCtx, { assistant, fromMs, toMs }: CallsAsked | OutcomesAsked) {
  if (assistant === null) return { assistantId: null, fromMs, toMs };
  const assistantId = ctx.db.normalizeId("assistants", assistant);
  return assistantId === null ? null : { assistantId, fromMs, toMs };
}

function optionsOf({ cursor, limit }: { cursor: string | null; limit: number }): PaginationOptions {
  return { cursor, numItems: limit };
}

function paged<One>(
  { isDone, continueCursor }: PaginationResult<Doc<"assistants" | "calls" | "outcomes">>,
  page: One[],
): Page<One> {
  return { page, cursor: isDone ? null : continueCursor };
}
