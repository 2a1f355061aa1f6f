import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { CallReport } from "./table";

/** Saves the transcript and the messages, unless the stored ones are more trusted. */
export async function saveTexts(
  ctx: MutationCtx,
  { _id: callId, ownerId, summary = "" }: Doc<"calls">,
  reported: Pick<CallReport, "transcript" | "messages">,
  isBetter: boolean,
): Promise<void> {
  const stored = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  const before = stored ?? { transcript: "", messages: [] };
  const transcript =
    (isBetter || before.transcript === "" ? reported.transcript : null) ?? before.transcript;
  const hasNewMessages = reported.messages.length > 0 && (isBetter || before.messages.length === 0);
  const messages = hasNewMessages ? reported.messages : before.messages;
  if (transcript === "" && summary === "" && messages.length === 0) return;
  const texts = { transcript, messages, searchText: `${summary}\n${transcript}` };
  if (stored === null) await ctx.db.insert("callTexts", { callId, ownerId, ...texts });
  else await ctx.db.patch("callTexts", stored._id, texts);
}
