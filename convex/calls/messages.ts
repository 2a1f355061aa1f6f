import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { CallMessage } from "./table";
import { beginningOf } from "../shared/wellFormed";

type Call = Doc<"calls">;

export const sessionMessage = v.object({
  role: literals("user", "assistant"),
  content: v.string(),
});
export type EarlierMessage = Infer<typeof sessionMessage>;

const NAMES = { user: "User", assistant: "AI" } as const;
/** In characters. What an assistant needs to know of a long conversation fits into it. */
const MAX_EARLIER_LENGTH = 20_000;

/** Adds a message to the transcript of a conversation that is still going on. */
export async function appendMessage(
  ctx: MutationCtx,
  { _id: callId, ownerId }: Call,
  message: CallMessage,
): Promise<void> {
  const stored = await textsOf(ctx, callId);
  const messages = [...(stored?.messages ?? []), message];
  await saveMessages(ctx, { callId, ownerId, stored, messages });
}

/** Removes the last message, if the visitor wrote it. */
export async function removeQuestion(
  ctx: MutationCtx,
  { _id: callId, ownerId }: Call,
): Promise<void> {
  const stored = await textsOf(ctx, callId);
  if (stored?.messages.at(-1)?.role !== "user") return;
  await saveMessages(ctx, { callId, ownerId, stored, messages: stored.messages.slice(0, -1) });
}

/** The answer to the conversation's last message, if these are the visitor's words. */
export async function answerTo(
  ctx: QueryCtx,
  { _id: callId }: Call,
  words: string,
): Promise<string | null> {
  const stored = await textsOf(ctx, callId);
  const [asked, answer] = stored?.messages.slice(-2) ?? [];
  const isAnswered = asked?.role === "user" && asked.text === words && answer?.role === "assistant";
  return isAnswered ? answer.text : null;
}

/** What was said in these parts of a thread, in their order. The beginning of a long conversation is left out. */
export async function earlierMessages(ctx: QueryCtx, parts: Call[]): Promise<EarlierMessage[]> {
  const texts = await Promise.all(parts.map((part) => textsOf(ctx, part._id)));
  const messages = texts.flatMap((text) => text?.messages ?? []);
  let length = 0;
  const start = messages.findLastIndex(({ text }) => (length += text.length) > MAX_EARLIER_LENGTH);
  return messages.slice(start + 1).map(({ role, text }) => ({ role, content: text }));
}

export async function textsOf(
  ctx: QueryCtx,
  callId: Call["_id"],
): Promise<Doc<"callTexts"> | null> {
  return await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
}

async function saveMessages(
  ctx: MutationCtx,
  {
    callId,
    ownerId,
    stored,
    messages,
  }: Pick<Doc<"callTexts">, "callId" | "ownerId" | "messages"> & {
    stored: Doc<"callTexts"> | null;
  },
): Promise<void> {
  const transcript = messages.map(({ role, text }) => `${NAMES[role]}: ${text}`).join("\n");
  const texts = { messages, transcript, searchText: beginningOf(transcript, MAX_SEARCHED) };
  if (stored === null) await ctx.db.insert("callTexts", { callId, ownerId, ...texts });
  else await ctx.db.patch("callTexts", stored._id, texts);
}

const MAX_SEARCHED = 100_000;
