/** What an assistant notes of the things to find out while the conversation goes on, and what its visitor corrects by hand. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { oneLine } from "../assistantActions/oneLine";
import { valueAs } from "../inbox/parseOutcome";
import { foundValue, type StoredDetail } from "../inbox/table";
import { type Fields, fieldsOf } from "../lib/fields";
import { internalMutation } from "../lib/internalFunctions";
import { type CorrectedDetail, type DetailFault, MAX_DETAIL_LENGTH } from "../shared/details";
import { type Finding, FINDING_KINDS, findingKey } from "../shared/findings";
import { beginningOf } from "../shared/wellFormed";
import { askedFindings } from "./detailsTool";
import { applyCallEvent } from "./life";
import { partsOf } from "./thread";

type Call = Doc<"calls">;

export const shownDetail = v.object({
  key: v.string(),
  label: v.string(),
  kind: literals(...FINDING_KINDS),
  choices: v.optional(v.array(v.string())),
  value: v.union(foundValue, v.null()),
});

const notedValue = v.object({ key: v.string(), value: foundValue });
type NotedValue = Infer<typeof notedValue>;

/** Records what the assistant notes. Returns the result of the tool, for which the assistant does not wait. */
export async function noteDetails(
  ctx: ActionCtx,
  callId: Id<"calls">,
  given: Fields,
): Promise<string> {
  const noted = Object.entries(given).flatMap(([key, value]): NotedValue[] => {
    if (typeof value === "string") {
      const text = beginningOf(oneLine(value), MAX_DETAIL_LENGTH);
      return text === "" ? [] : [{ key, value: text }];
    }
    const isPlain = typeof value === "boolean" || Number.isFinite(value);
    return isPlain ? [{ key, value: value as boolean | number }] : [];
  });
  await ctx.runMutation(internal.calls.details.record, { callId, noted });
  return "Noted.";
}

/** What does not fit, or is not asked for, is left out. */
export const record = internalMutation({
  args: { callId: v.id("calls"), noted: v.array(notedValue) },
  returns: v.null(),
  handler: async (ctx, { callId, noted }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null) return null;
    const asked = await askedOf(ctx, call);
    const details = noted.reduce(
      (before, { key, value: given }) => {
        const finding = asked.find(({ label }) => findingKey(label) === key);
        const value = finding === undefined ? null : valueAs(finding, given);
        return value === null ? before : afterNote(before, { key, value });
      },
      await storedDetails(ctx, call),
    );
    await applyCallEvent(ctx, call, "detailsChanged", { details });
    return null;
  },
});

/** An assistant that repeats what the visitor has corrected changes nothing. */
function afterNote(details: StoredDetail[], { key, value }: NotedValue): StoredDetail[] {
  const before = details.find((detail) => detail.key === key);
  return before !== undefined && (before.value === value || before.replaced === value)
    ? details
    : withDetail(details, { key, value });
}

function withDetail(details: StoredDetail[], changed: StoredDetail): StoredDetail[] {
  return [...details.filter(({ key }) => key !== changed.key), changed];
}

/** Null if the value was taken. */
export async function correctDetail(
  ctx: MutationCtx,
  call: Call,
  { key, value: written }: CorrectedDetail,
): Promise<DetailFault | null> {
  const finding = (await askedOf(ctx, call)).find(({ label }) => findingKey(label) === key);
  if (finding === undefined || call.status === "ended") return "ended";
  const text = oneLine(written);
  if (text.length > MAX_DETAIL_LENGTH) return "tooLong";
  const value = text === "" ? null : valueAs(finding, text);
  if (value === null) return faultOf(finding);
  const details = await storedDetails(ctx, call);
  const before = details.find((detail) => detail.key === key);
  if (before?.value === value) return null;
  // Of a value that was corrected twice, the assistant may know the first.
  const replaced = before?.replaced ?? before?.value;
  const corrected = { key, value, isByHand: true as const };
  await applyCallEvent(ctx, call, "detailsChanged", {
    details: withDetail(details, replaced === undefined ? corrected : { ...corrected, replaced }),
  });
  return null;
}

function faultOf({ kind }: Finding): DetailFault {
  return kind === "email" || kind === "phone" ? kind : "type";
}

/** For the conversation's own page, in the owner's order. Empty until something is noted. */
export async function shownDetails(
  ctx: QueryCtx,
  callId: Id<"calls">,
): Promise<Infer<typeof shownDetail>[]> {
  const call = await ctx.db.get("calls", callId);
  const details = call === null ? [] : await storedDetails(ctx, call);
  if (call === null || details.length === 0) return [];
  const values = new Map(details.map(({ key, value }) => [key, value]));
  return (await askedOf(ctx, call)).map(({ label, kind, choices }) => {
    const key = findingKey(label);
    const value = values.get(key) ?? null;
    return { key, label, kind, value, ...(kind === "choice" && choices ? { choices } : {}) };
  });
}

/** Of this part of the conversation, or else of the one before it. */
async function storedDetails(ctx: QueryCtx, call: Call): Promise<StoredDetail[]> {
  if (call.details !== undefined || call.threadId === undefined) return call.details ?? [];
  const { assistantId, kind } = call;
  const own = (await partsOf(ctx, call.threadId)).filter(
    (part) => part.assistantId === assistantId && part.kind === kind,
  );
  return own.find(({ details }) => details !== undefined)?.details ?? [];
}

async function askedOf(ctx: QueryCtx, { assistantId }: Call): Promise<Finding[]> {
  const assistant = await ctx.db.get("assistants", assistantId);
  return askedFindings(assistant?.findings ?? []);
}

/** Undefined if it is none. */
export function readCorrectedDetail(given: unknown): CorrectedDetail | undefined {
  const { key, value } = fieldsOf(given);
  return typeof key === "string" && typeof value === "string" ? { key, value } : undefined;
}
