/** Reads the API's data for an owner. Invalid ids, and ids of other owners' data, are not found. */
import { literals } from "convex-helpers/validators";
import type { PaginationOptions, PaginationResult } from "convex/server";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { rowsOfOwner } from "../lib/rowsOfOwner";
import { CHANNELS } from "../shared/channel";
import { pageOfCalls } from "../calls/list";
import { callStatus } from "../calls/table";
import { pageOfInbox } from "../inbox/list";
import { outcomeOf } from "../inbox/outcomes";
import { internalQuery } from "../lib/internalFunctions";
import {
  type ApiAssistant,
  apiAssistant,
  type ApiCall,
  apiCall,
  type ApiCallDetails,
  apiCallDetails,
  type ApiOutcome,
  apiOutcome,
  OUTCOME_STATUS_NAMES,
} from "./shapes";
import { namesOf, toApiAssistant, toApiCall, toApiCallDetails, toApiOutcome } from "./toShapes";

type OwnerId = Id<"users">;

const paging = { cursor: v.nullable(v.string()), limit: v.number() };
const span = {
  assistant: v.nullable(v.string()),
  fromMs: v.nullable(v.number()),
  toMs: v.nullable(v.number()),
};

export const assistantsRequest = v.object(paging);
export const callsRequest = v.object({
  ...paging,
  ...span,
  channel: v.nullable(literals(...CHANNELS)),
  status: v.nullable(callStatus),
});
export const outcomesRequest = v.object({
  ...paging,
  ...span,
  status: v.nullable(literals(...OUTCOME_STATUS_NAMES)),
});
type CallsRequest = Infer<typeof callsRequest>;
type OutcomesRequest = Infer<typeof outcomesRequest>;

/** The cursor is the database's own. It is null after the last page. */
interface Page<One> {
  page: One[];
  cursor: string | null;
}

export async function readAssistants(
  ctx: QueryCtx,
  ownerId: OwnerId,
  request: Infer<typeof assistantsRequest>,
): Promise<Page<ApiAssistant>> {
  const result = await rowsOfOwner(ctx, "assistants", ownerId)
    .order("desc")
    .paginate(optionsOf(request));
  return toPage(result, result.page.map(toApiAssistant));
}

/** Null if the assistant's id is not valid. */
export async function readCalls(
  ctx: QueryCtx,
  ownerId: OwnerId,
  request: CallsRequest,
): Promise<Page<ApiCall> | null> {
  const filter = filterOf(ctx, request);
  if (filter === null) return null;
  const callFilter = { ...filter, channel: request.channel, status: request.status };
  const result = await pageOfCalls(ctx, ownerId, callFilter, optionsOf(request));
  const names = await namesOf(ctx, result.page);
  return toPage(
    result,
    result.page.map((call) => toApiCall(call, names)),
  );
}

export async function readOutcomes(
  ctx: QueryCtx,
  ownerId: OwnerId,
  request: OutcomesRequest,
): Promise<Page<ApiOutcome> | null> {
  const filter = filterOf(ctx, request);
  if (filter === null) return null;
  const status = request.status === "in-progress" ? "in progress" : request.status;
  const result = await pageOfInbox(ctx, ownerId, { ...filter, status }, optionsOf(request));
  const names = await namesOf(ctx, result.page);
  return toPage(
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

const ownerArgs = { ownerId: v.id("users") };

const cursor = v.nullable(v.string());

export const assistants = internalQuery({
  args: { ...ownerArgs, request: assistantsRequest },
  returns: v.object({ page: v.array(apiAssistant), cursor }),
  handler: async (ctx, { ownerId, request }) => await readAssistants(ctx, ownerId, request),
});

const oneArgs = { ...ownerArgs, id: v.string() };

export const assistant = internalQuery({
  args: { ...oneArgs, withPrompt: v.boolean() },
  returns: v.nullable(apiAssistant),
  handler: async (ctx, { ownerId, ...request }) => await readAssistant(ctx, ownerId, request),
});

export const calls = internalQuery({
  args: { ...ownerArgs, request: callsRequest },
  returns: v.nullable(v.object({ page: v.array(apiCall), cursor })),
  handler: async (ctx, { ownerId, request }) => await readCalls(ctx, ownerId, request),
});

export const call = internalQuery({
  args: oneArgs,
  returns: v.nullable(apiCallDetails),
  handler: async (ctx, { ownerId, id }) => await readCall(ctx, ownerId, id),
});

export const outcomes = internalQuery({
  args: { ...ownerArgs, request: outcomesRequest },
  returns: v.nullable(v.object({ page: v.array(apiOutcome), cursor })),
  handler: async (ctx, { ownerId, request }) => await readOutcomes(ctx, ownerId, request),
});

export const outcome = internalQuery({
  args: oneArgs,
  returns: v.nullable(apiOutcome),
  handler: async (ctx, { ownerId, id }) => await readOutcome(ctx, ownerId, id),
});

function filterOf(ctx: QueryCtx, { assistant, fromMs, toMs }: CallsRequest | OutcomesRequest) {
  if (assistant === null) return { assistantId: null, fromMs, toMs };
  const assistantId = ctx.db.normalizeId("assistants", assistant);
  return assistantId === null ? null : { assistantId, fromMs, toMs };
}

function optionsOf({ cursor, limit }: { cursor: string | null; limit: number }): PaginationOptions {
  return { cursor, numItems: limit };
}

function toPage<One>(
  { isDone, continueCursor }: PaginationResult<Doc<"assistants" | "calls" | "outcomes">>,
  page: One[],
): Page<One> {
  return { page, cursor: isDone ? null : continueCursor };
}
