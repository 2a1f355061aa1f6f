/** Notes with an end, such as "no rye today". Each conversation that begins before a note ends gets it. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { DAY_MS } from "../shared/durations";
import { SOURCE_REFUSALS } from "../shared/sourceMessages";
import { MAX_NOTE_DAYS, MAX_NOTE_LENGTH, MAX_NOTES } from "../shared/sources";
import { oneLine } from "./lines";

type Note = Doc<"ownerNotes">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;

const RULES = {
  maxLength: MAX_NOTE_LENGTH,
  missing: SOURCE_REFUSALS.noteMissing,
  tooLong: SOURCE_REFUSALS.noteTooLong,
};

/** The notes that have not ended. The one that ends first comes first. */
export async function notesOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<Note[]> {
  return await ctx.db
    .query("ownerNotes")
    .withIndex("by_assistant_and_end", (q) =>
      q.eq("assistantId", assistantId).gt("endsAtMs", Date.now()),
    )
    .take(MAX_NOTES);
}

export async function noteTextsOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<string[]> {
  return (await notesOf(ctx, assistantId)).map(({ text }) => text);
}

export async function writeNote(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  { text, endsAtMs }: { text: string; endsAtMs: number },
): Promise<Id<"ownerNotes">> {
  const line = oneLine(text, RULES);
  const fromNowMs = endsAtMs - Date.now();
  if (!(fromNowMs > 0)) throw userError("invalid_input", SOURCE_REFUSALS.noteOver);
  if (fromNowMs > MAX_NOTE_DAYS * DAY_MS)
    throw userError("invalid_input", SOURCE_REFUSALS.noteTooFar);
  const notes = await notesOf(ctx, assistantId);
  if (notes.length >= MAX_NOTES) throw userError("invalid_input", SOURCE_REFUSALS.tooManyNotes);
  return await ctx.db.insert("ownerNotes", { ownerId, assistantId, text: line, endsAtMs });
}

/** Somebody else's note is refused like a missing one. */
export async function requireOwnNote(
  ctx: QueryCtx & { owner: Doc<"users"> },
  noteId: Id<"ownerNotes">,
): Promise<Note> {
  const note = await ctx.db.get("ownerNotes", noteId);
  if (note?.ownerId !== ctx.owner._id) throw userError("not_yours", SOURCE_REFUSALS.noteGone);
  return note;
}

/** Deletes a batch of notes that have ended, and returns how many there were. */
export async function deleteEndedNotes(ctx: MutationCtx, batchSize: number): Promise<number> {
  const ended = await ctx.db
    .query("ownerNotes")
    .withIndex("by_end", (q) => q.lt("endsAtMs", Date.now()))
    .take(batchSize);
  for (const { _id } of ended) await ctx.db.delete("ownerNotes", _id);
  return ended.length;
}
