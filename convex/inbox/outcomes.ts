import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { MAX_NOTE_LENGTH } from "../shared/limits";
import { REFUSALS, textTooLong } from "../shared/messages";
import { mailOutcome } from "./notifications";
import { foundOf, withDetails } from "./parseOutcome";
import { searchTextOf } from "./searchText";
import { AT_ONCE, type Found, isToldAtOnce, type ReportedOutcome } from "./table";
import { hasContent, settleThread } from "./threads";
import { announceOutcome } from "./webhookEvents";

type Outcome = Doc<"outcomes">;

/** Saves a call's outcome, with what its actions did. A repeated report contains the same or more. */
export async function saveOutcome(
  ctx: MutationCtx,
  call: Doc<"calls">,
  reported: ReportedOutcome,
  done: Found[] = [],
): Promise<void> {
  const assistant = await ctx.db.get("assistants", call.assistantId);
  const asked = (await outcomeOf(ctx, call._id))?.found.filter(isToldAtOnce) ?? [];
  const values = withDetails(reported.found, call.details);
  const found = [...asked, ...done, ...foundOf(assistant?.findings ?? [], values)];
  await saveFound(ctx, call, { ...reported, found });
}

type Content = Pick<Outcome, "found" | "underway" | keyof ReportedOutcome>;

/** Saves what a conversation left, with the labels under which the owner sees it. */
export async function saveFound(
  ctx: MutationCtx,
  call: Doc<"calls">,
  { found, unanswered, mood, language, underway }: Content,
): Promise<void> {
  const { _id: callId, ownerId, assistantId, channel, threadId, leftBecause } = call;
  const changedAtMs = Date.now();
  const { endedAtMs = changedAtMs, isSuccessful } = call;
  const stored = await outcomeOf(ctx, callId);
  const leftSomething = unanswered.length > 0 || found.some(({ value }) => value !== null);
  const isInInbox = leftSomething && stored?.isSuperseded !== true;
  const content = { found, unanswered, mood, language, isSuccessful, isInInbox, atMs: endedAtMs };
  // The first report may have had no findings.
  const isAdded = leftSomething && (stored === null || !hasContent(stored));
  const isFirst = isAdded && stored?.cameAtMs === undefined;
  // What the conversation left besides what was told while it went on.
  const isMore =
    stored?.underway !== undefined &&
    underway === undefined &&
    (unanswered.length > 0 || found.some((one) => one.value !== null && !isToldAtOnce(one)));
  const isWithdrawn = withdrawnIn(found) !== withdrawnIn(stored?.found ?? []);
  const isUnread = isInInbox && (isAdded || isMore || isWithdrawn || stored?.isUnread === true);
  const written = {
    ...content,
    underway,
    isUnread,
    changedAtMs,
    ...(isFirst ? { cameAtMs: changedAtMs } : {}),
  };
  const { note = "", status = "new" } = stored ?? {};
  const searchText = searchTextOf({ ...content, note });
  if (stored !== null) await ctx.db.patch("outcomes", stored._id, { ...written, searchText });
  else {
    const ids = {
      ...{ ownerId, callId, assistantId },
      ...(channel === undefined ? {} : { channel }),
      ...(threadId === undefined ? {} : { threadId }),
      ...(leftBecause === undefined ? {} : { leftBecause }),
    };
    await ctx.db.insert("outcomes", { ...ids, ...written, status, note, searchText });
  }
  if (threadId !== undefined) await settleThread(ctx, threadId);
  // Somebody waits for the answer to each question. A person is asked for once.
  const isUrgent =
    underway?.asks === "answer" ||
    (underway?.asks === "person" && stored?.found.some(isWish) !== true);
  const occasion = isWithdrawn ? "withdrawn" : null;
  if (isFirst || isMore || isUrgent || isWithdrawn) await notifyOfOutcome(ctx, callId, occasion);
}

function withdrawnIn(found: Found[]): Found["value"] {
  return found.find(({ key }) => key === AT_ONCE.withdrawn.key)?.value ?? null;
}

function isWish({ key }: Found): boolean {
  return key === AT_ONCE.wish.key;
}

/** Called once for each call, for what it asks of the team while it goes on, and for the rest when it has ended. */
async function notifyOfOutcome(
  ctx: MutationCtx,
  callId: Id<"calls">,
  occasion: "withdrawn" | null,
): Promise<void> {
  const outcome = await outcomeOf(ctx, callId);
  if (outcome === null) return;
  await announceOutcome(ctx, outcome);
  await mailOutcome(ctx, outcome, occasion);
}

export async function outcomeOf(ctx: QueryCtx, callId: Id<"calls">): Promise<Outcome | null> {
  return await ctx.db
    .query("outcomes")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
}

/** Somebody else's outcome is refused like a missing one, so that ids cannot be probed. */
export async function requireOwnOutcome(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  callId: Id<"calls">,
): Promise<Outcome> {
  const outcome = await outcomeOf(ctx, callId);
  if (outcome?.ownerId !== ownerId) throw userError("call_not_found", REFUSALS.callNotFound);
  return outcome;
}

type OutcomeChange = Partial<Pick<Outcome, "status" | "note" | "isUnread">>;

export async function saveNote(
  ctx: MutationCtx,
  outcome: Outcome,
  written: OutcomeChange,
): Promise<void> {
  const { found, unanswered } = outcome;
  const note = (written.note ?? outcome.note).trim();
  if (note.length > MAX_NOTE_LENGTH)
    throw userError("invalid_input", textTooLong("note", MAX_NOTE_LENGTH));
  await ctx.db.patch("outcomes", outcome._id, {
    note,
    status: written.status ?? outcome.status,
    isUnread: written.isUnread ?? outcome.isUnread,
    searchText: searchTextOf({ found, unanswered, note }),
    changedAtMs: Date.now(),
  });
  if (outcome.threadId !== undefined) await settleThread(ctx, outcome.threadId);
}

/** Called when the call is deleted. */
export async function deleteOutcome(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  const outcome = await outcomeOf(ctx, callId);
  if (outcome === null) return;
  await ctx.db.delete("outcomes", outcome._id);
  if (outcome.threadId !== undefined) await settleThread(ctx, outcome.threadId);
}
