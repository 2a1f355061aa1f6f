import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { CallReport } from "./table";

/** Keeps what was said, or what more or better is known of it. */
export async function saveTexts(
  ctx: MutationCtx,
  { _id: callId, ownerId, summary = "" }: Doc<"calls">,
  told: Pick<CallReport, "transcript" | "messages">,
  isBetter: boolean,
): Promise<void> {
  const known = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  const before = known ?? { transcript: "", messages: [] };
  const transcript =
    (isBetter || before.transcript === "" ? told.transcript : null) ?? before.transcript;
  const isSaidAnew = told.messages.length > 0 && (isBetter || before.messages.length === 0);
  const messages = isSaidAnew ? told.messages : before.messages;
  if (transcript === "" && summary === "" && messages.length === 0) return;
  const texts = { transcript, messages, searchText: `${summary}\n${transcript}` };
  if (known === null) await ctx.db.insert("callTexts", { callId, ownerId, ...texts });
  else await ctx.db.patch("callTexts", known._id, texts);
}
