import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { CallReport } from "./callFields";

/** Keeps what was said, or what more of it has become known. */
export async function keepTexts(
  ctx: MutationCtx,
  call: Doc<"calls">,
  report: Pick<CallReport, "transcript" | "summary" | "messages">,
): Promise<void> {
  const { _id: callId, ownerId } = call;
  const known = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  const transcript = report.transcript ?? known?.transcript ?? "";
  const summary = report.summary ?? call.summary ?? "";
  const messages = report.messages.length > 0 ? report.messages : (known?.messages ?? []);
  if (transcript === "" && summary === "" && messages.length === 0) return;
  const texts = { transcript, messages, searchText: `${summary}\n${transcript}` };
  if (known === null) await ctx.db.insert("callTexts", { callId, ownerId, ...texts });
  else await ctx.db.patch("callTexts", known._id, texts);
}
