/**
 * The field that an assistant asks a visitor to fill in during a call. The platform tells only our server about it, because
 * its message to pages would contain our other tools. So the page asks us whenever the assistant has said something.
 */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { applyCorrection, correction, readCorrection } from "../assistantActions/correction";
import { proposalOf, shownProposal } from "../assistantActions/shownProposal";
import { shownSlip, slipOf } from "../assistantActions/slip";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { DETAIL_FAULTS } from "../shared/details";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { type Correction, CORRECTION_FAULTS, type CorrectionFault } from "../shared/proposal";
import { FIELD_KINDS, MAX_FIELD_LABEL, type RequestedField } from "../shared/requestedFields";
import { wellFormed } from "../shared/wellFormed";
import { findCall } from "./changes";
import { correctDetail, readCorrectedDetail, shownDetail, shownDetails } from "./details";
import { applyCallEvent } from "./life";
import { argumentsOf, MAX_ID_LENGTH, type ToolCall } from "./readToolCalls";
import { answerFaults, refused } from "./request";
import { requestedField } from "./table";
import { partsOf, readThreadToken } from "./thread";
import { RESULTS, TYPING_TOOL } from "./typingTool";

type Call = Doc<"calls">;
type Which = { platformCallId: string; callId: string | null };

/** Opens a field for the first use of the tool. Returns what the platform is answered. */
export async function openFields(
  ctx: ActionCtx,
  { platformCallId, callId }: Which,
  toolCalls: ToolCall[],
  atMs: number,
): Promise<object[]> {
  const [first, ...others] = toolCalls;
  if (first === undefined) return [];
  const result = await openField(ctx, { platformCallId, callId }, first, atMs);
  return [resultFor(first, result), ...others.map((other) => resultFor(other, RESULTS.oneAtATime))];
}

function resultFor({ id: toolCallId }: ToolCall, result: string) {
  return { name: TYPING_TOOL, toolCallId, result };
}

async function openField(
  ctx: ActionCtx,
  which: Which,
  toolCall: ToolCall,
  atMs: number,
): Promise<string> {
  const { kind: givenKind, label: givenLabel } = argumentsOf(toolCall);
  const kind = FIELD_KINDS.find((known) => known === givenKind);
  if (kind === undefined) return RESULTS.unknownKind;
  const label = typeof givenLabel === "string" ? oneLine(givenLabel) : "";
  if (label === "" || label.length > MAX_FIELD_LABEL) return RESULTS.badLabel;
  if (toolCall.id.length > MAX_ID_LENGTH) return RESULTS.noField;
  const field = { id: wellFormed(toolCall.id), kind, label, atMs };
  const isOpen = await ctx.runMutation(internal.calls.requestedField.record, { ...which, field });
  return isOpen ? RESULTS.opened : RESULTS.noField;
}

function oneLine(text: string): string {
  return wellFormed(text)
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
}

/** False if the visitor of this call cannot type, or the call is over. */
export const record = internalMutation({
  args: {
    platformCallId: v.string(),
    callId: v.union(v.string(), v.null()),
    field: requestedField,
  },
  returns: v.boolean(),
  handler: async (ctx, { platformCallId, callId, field }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call === null || !canType(call)) return false;
    await applyCallEvent(ctx, call, "fieldOpened", { field });
    return true;
  },
});

function canType({ threadId, channel, status }: Call): boolean {
  return threadId !== undefined && channel === undefined && status !== "ended";
}

/**
 * Tells a page with the conversation's token which field its call wants, what it asks a yes to, and what is noted. `closed` is a
 * field that it has answered or dismissed; `correction` and `detail` are values that the visitor has corrected by hand.
 */
export async function showRequestedField(ctx: ActionCtx, request: Request): Promise<Response> {
  return await answerFaults("find a field", () => readAndFind(ctx, request));
}

async function readAndFind(ctx: ActionCtx, request: Request): Promise<Response> {
  const read = await readJson(request);
  if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
  const { assistantId: embedId, thread, closed = null, ...rest } = fieldsOf(read.content);
  if (typeof embedId !== "string") return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
  if (closed !== null && typeof closed !== "string") {
    return refused(400, "invalid_input", REFUSALS.fieldUnknown);
  }
  const corrected = rest.correction === undefined ? null : readCorrection(rest.correction);
  if (corrected === undefined) {
    return refused(400, "invalid_input", REFUSALS.correctionUnreadable);
  }
  const detail = rest.detail === undefined ? null : readCorrectedDetail(rest.detail);
  if (detail === undefined) return refused(400, "invalid_input", REFUSALS.correctionUnreadable);
  const threadId = await readThreadToken(embedId, thread);
  if (threadId === null) return refused(403, "thread_over", REFUSALS.threadOver);
  const found = await ctx.runMutation(internal.calls.requestedField.find, {
    threadId,
    closedId: closed === null ? null : wellFormed(closed),
    ...{ correction: corrected, detail },
  });
  if (found.kind === "limited") {
    return refused(429, "too_many_requests", MESSAGES.tooManyRequests);
  }
  const { kind: _, ...shown } = found;
  return answerAnyOrigin(200, shown);
}

const correctedDetail = v.object({ key: v.string(), value: v.string() });

const shownField = v.object({
  id: requestedField.fields.id,
  kind: requestedField.fields.kind,
  label: requestedField.fields.label,
});

export const find = internalMutation({
  args: {
    threadId: v.string(),
    closedId: v.union(v.string(), v.null()),
    correction: v.union(correction, v.null()),
    detail: v.union(correctedDetail, v.null()),
  },
  returns: v.union(
    v.object({
      kind: v.literal("found"),
      field: v.union(shownField, v.null()),
      /** What the assistant asks a yes to. */
      proposal: v.union(shownProposal, v.null()),
      /** What was done after a yes. */
      slip: v.union(shownSlip, v.null()),
      /** Why the correction was not taken. */
      fault: v.optional(literals(...CORRECTION_FAULTS)),
      /** What is noted of the things to find out. */
      details: v.array(shownDetail),
      detailFault: v.optional(literals(...DETAIL_FAULTS)),
    }),
    v.object({ kind: v.literal("limited") }),
  ),
  handler: async (ctx, { threadId, closedId, correction: corrected, detail }) => {
    if (!(await rateLimiter.limit(ctx, "fieldsByThread", { key: threadId })).ok) {
      return { kind: "limited" as const };
    }
    // A conversation has one call at a time. A message typed while the call was connecting is a newer part.
    const parts = await partsOf(ctx, threadId);
    const current = parts.find(canType) ?? parts[0];
    if (current === undefined) {
      return { kind: "found" as const, field: null, proposal: null, slip: null, details: [] };
    }
    const field = await fieldOf(ctx, current, closedId);
    const fault = corrected === null ? null : await correct(ctx, current, corrected);
    // The answers in a typed conversation contain it.
    const detailFault = detail === null ? null : await correctDetail(ctx, current, detail);
    const details = await shownDetails(ctx, current._id);
    const isShown = canType(current) || (corrected !== null && current.status !== "ended");
    const proposal = isShown ? await proposalOf(ctx, current._id) : null;
    const slip = isShown ? await slipOf(ctx, current._id) : null;
    return {
      ...{ kind: "found" as const, field, proposal, slip, details },
      ...(fault === null ? {} : { fault }),
      ...(detailFault === null ? {} : { detailFault }),
    };
  },
});

async function correct(
  ctx: MutationCtx,
  { _id: callId, status }: Call,
  corrected: Correction,
): Promise<CorrectionFault | null> {
  return status === "ended" ? "outdated" : await applyCorrection(ctx, callId, corrected);
}

async function fieldOf(
  ctx: MutationCtx,
  current: Call,
  closedId: string | null,
): Promise<RequestedField | null> {
  const call =
    closedId === null
      ? current
      : await applyCallEvent(ctx, current, "fieldClosed", { fieldId: closedId });
  const { requestedField: field } = call;
  if (field === undefined || field.isClosed === true || !canType(call)) return null;
  return { id: field.id, kind: field.kind, label: field.label };
}
