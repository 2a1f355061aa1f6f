/** Reads a reply to a weekly summary, saves the answers in it, and tells the owner. The job's key is the reply's id. */
import { ConvexError, type Infer, v } from "convex/values";
import { literals } from "convex-helpers/validators";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Handler } from "../../jobs/handler";
import { writeAnswer } from "../../knowledge/answers";
import { internalMutation, internalQuery } from "../../lib/internalFunctions";
import { countOwnerRequest } from "../../lib/rateLimits";
import { askedLine } from "../../notifications/mail/askedQuestions";
import { resendService } from "../../notifications/mail/mailService";
import { findOpenSummary, repliesTo } from "../../notifications/mail/replies";
import { sendMail } from "../../notifications/mail/send";
import type { AskedQuestion, Message, ReplyProblem } from "../../notifications/mail/table";
import type { UserError } from "../../shared/errors";
import { MESSAGES } from "../../shared/messages";
import type { ReceivedMail } from "../../vendors/resend";
import { startSync } from "../assistants";
import { answersIn } from "./answersIn";
import { mailText } from "./mailText";
import { hasFailedCheck, isAutomatic, sendersOf } from "./sender";

const readReply = v.union(
  v.object({ kind: literals("automatic", "unverified", "too_large") }),
  v.object({
    kind: v.literal("read"),
    senders: v.array(v.string()),
    answers: v.array(v.object({ number: v.number(), text: v.string() })),
  }),
);
type ReadReply = Infer<typeof readReply>;

export const mailReply: Handler = {
  async run(ctx, key) {
    const { findReply, saveReply } = internal.assistants.answersByMail.saveReply;
    const found = await ctx.runQuery(findReply, { key });
    if (found === null) return null;
    const mail = await resendService().receivedMail(found.receivedId);
    const reply = mail === null ? { kind: "too_large" as const } : read(mail, found.asked);
    await ctx.runMutation(saveReply, { key, reply });
    return null;
  },
};

function read(mail: ReceivedMail, asked: string[]): ReadReply {
  if (isAutomatic(mail)) return { kind: "automatic" };
  if (hasFailedCheck(mail)) return { kind: "unverified" };
  return { kind: "read", senders: sendersOf(mail), answers: answersIn(mailText(mail), asked) };
}

/** Null if the reply was handled, or its summary can no longer be replied to. */
export const findReply = internalQuery({
  args: { key: v.string() },
  returns: v.union(
    v.null(),
    v.object({
      receivedId: v.string(),
      /** The lines by which the summary asked. */
      asked: v.array(v.string()),
    }),
  ),
  handler: async (ctx, { key }) => {
    const replyId = ctx.db.normalizeId("mailReplies", key);
    const reply = replyId === null ? null : await ctx.db.get("mailReplies", replyId);
    if (reply === null || reply.isHandled) return null;
    const summary = await findOpenSummary(ctx, reply.mailId);
    if (summary === null) return null;
    return { receivedId: reply.receivedId, asked: summary.questions.map(askedLine) };
  },
});

export const saveReply = internalMutation({
  args: { key: v.string(), reply: readReply },
  returns: v.null(),
  handler: async (ctx, { key, reply: content }) => {
    const replyId = ctx.db.normalizeId("mailReplies", key);
    const reply = replyId === null ? null : await ctx.db.get("mailReplies", replyId);
    if (reply === null || reply.isHandled) return null;
    const summary = await findOpenSummary(ctx, reply.mailId);
    await ctx.db.patch("mailReplies", reply._id, { isHandled: true });
    // An automatic reply gets no answer, or two programs would write to each other without end.
    if (summary === null || content.kind === "automatic") return null;
    const { owner, questions, mail } = summary;
    const problem = problemOf(content, mail.to);
    const result =
      content.kind === "read" && problem === null
        ? await saveAnswers(ctx, { reply, owner, questions }, content.answers)
        : { template: "replyResult" as const, saved: [], unsaved: unsavedOf(questions), problem };
    if (result === null) return null;
    await sendMail(ctx, {
      key: `reply/${reply._id}`,
      ownerId: owner._id,
      to: mail.to,
      message: result,
    });
    return null;
  },
});

function problemOf(content: ReadReply, address: string): ReplyProblem | null {
  if (content.kind === "automatic") return null;
  if (content.kind !== "read") return content.kind;
  if (content.senders.some((sender) => sender !== address.toLowerCase())) return "other_sender";
  return content.answers.length === 0 ? "unmatched" : null;
}

function unsavedOf(questions: AskedQuestion[]) {
  return questions.map((asked) => ({ ...asked, reason: null }));
}

interface Answered {
  reply: Doc<"mailReplies">;
  owner: Doc<"users">;
  questions: AskedQuestion[];
}

/** By the rules of the dashboard. Null if a later reply has corrected all of these answers. */
async function saveAnswers(
  ctx: MutationCtx,
  { reply, owner, questions }: Answered,
  answers: { number: number; text: string }[],
): Promise<Extract<Message, { template: "replyResult" }> | null> {
  await countOwnerRequest(ctx, "assistantWrites", owner._id);
  const corrected = await correctedSince(ctx, reply);
  const saved = [];
  const unsaved = [];
  const answered = [];
  const changed = new Set<AskedQuestion["assistantId"]>();
  for (const { number, text } of answers) {
    const asked = questions[number - 1];
    if (asked === undefined || corrected.has(number)) continue;
    const assistant = await ctx.db.get("assistants", asked.assistantId);
    if (assistant?.ownerId !== owner._id) {
      unsaved.push({ ...asked, reason: MESSAGES.assistantNotFound });
      continue;
    }
    const content = { question: asked.question, answer: text };
    const reason = await refusalOf(() => writeAnswer(ctx, assistant, content, null));
    if (reason !== null) {
      unsaved.push({ ...asked, reason });
      continue;
    }
    saved.push({ ...asked, answer: text });
    answered.push(number);
    changed.add(asked.assistantId);
  }
  await ctx.db.patch("mailReplies", reply._id, { answered });
  for (const _id of changed) await startSync(ctx, { _id });
  if (saved.length === 0 && unsaved.length === 0) return null;
  return { template: "replyResult", saved, unsaved, problem: null };
}

/** The numbers that a later reply has answered. A reply can be delayed, and must not undo a correction. */
async function correctedSince(ctx: MutationCtx, reply: Doc<"mailReplies">): Promise<Set<number>> {
  const replies = await repliesTo(ctx, reply.mailId);
  const later = replies.filter(({ receivedAtMs }) => receivedAtMs > reply.receivedAtMs);
  return new Set(later.flatMap(({ answered }) => answered));
}

/** Why the owner's content was refused, or null. `writeAnswer` refuses before it changes anything. */
async function refusalOf(write: () => Promise<unknown>): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    const { code, message } = error.data as UserError;
    if (code !== "invalid_input") throw error;
    return message;
  }
}
