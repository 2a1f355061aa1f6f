/** Which open questions a weekly summary asks its owner. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { answersOf } from "../knowledge/answers";
import { dismissedOf } from "../knowledge/dismissedQuestions";
import type { AskedQuestion } from "../notifications/mail/table";
import { WEEK_MS } from "../shared/durations";
import { groupQuestions, questionsOf, stateAmong } from "../shared/openQuestions";
import { alikeAmong } from "../shared/similarQuestions";

/** Enough for a few minutes of somebody's time. */
const MAX_ASKED = 3;
/** How far back questions are looked for. */
export const WEEKS_OF_QUESTIONS = 4;
/** Only so many assistants are considered, because each can have 200 answers, and all are read. */
const MAX_ASSISTANTS = 5;
/** A question that this many summaries have asked without getting an answer makes room for others. */
const MAX_TIMES_ASKED = 2;

interface Asking {
  ownerId: Id<"users">;
  toMs: number;
  /** The inbox entries of the four weeks before `toMs`. */
  outcomes: Doc<"outcomes">[];
}

/**
 * The questions that were asked most in these entries, and of these the newest. Answered and dismissed questions are
 * left out. A question that two earlier summaries have asked comes last, so it is asked again only if nothing else is
 * open.
 */
export async function questionsToAsk(
  ctx: QueryCtx,
  { ownerId, toMs, outcomes }: Asking,
): Promise<AskedQuestion[]> {
  const isOpen = openCheck(ctx, ownerId);
  const open = [];
  for (const asked of questionsOf(outcomes)) if (await isOpen(asked)) open.push(asked);
  const timesAsked = await earlierRequests(ctx, ownerId, toMs);
  const groups = groupQuestions(open)
    .map((group) => ({ ...group, isOld: timesAsked(group) >= MAX_TIMES_ASKED }))
    .sort(
      (one, other) =>
        Number(one.isOld) - Number(other.isOld) || other.count - one.count || other.atMs - one.atMs,
    )
    .slice(0, MAX_ASKED);
  return await Promise.all(
    groups.map(async ({ assistantId, question, count, callId }) => {
      const assistant = await ctx.db.get("assistants", assistantId);
      return { assistantId, assistantName: assistant?.name ?? "", question, count, callId };
    }),
  );
}

/** Returns a function that says whether a question is open. Deleted assistants, and more than five, have no open questions. */
function openCheck(ctx: QueryCtx, ownerId: Id<"users">) {
  type IsOpen = (asked: { question: string; atMs: number }) => boolean;
  const known = new Map<Id<"assistants">, IsOpen>();

  async function isOpenAt(assistantId: Id<"assistants">): Promise<IsOpen> {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant?.ownerId !== ownerId) return () => false;
    const stateOf = stateAmong({
      answers: await answersOf(ctx, assistantId),
      dismissed: await dismissedOf(ctx, assistantId),
    });
    return (asked) => stateOf(asked).kind === "open";
  }

  return async (asked: { assistantId: Id<"assistants">; question: string; atMs: number }) => {
    const { assistantId } = asked;
    if (!known.has(assistantId)) {
      if (known.size >= MAX_ASSISTANTS) return false;
      known.set(assistantId, await isOpenAt(assistantId));
    }
    return known.get(assistantId)?.(asked) === true;
  };
}

/** Returns a function that counts the earlier summaries that asked a question, in these words or similar ones. */
async function earlierRequests(ctx: QueryCtx, ownerId: Id<"users">, toMs: number) {
  const summaries: Doc<"mails">[] = [];
  for (let weeks = 1; weeks <= WEEKS_OF_QUESTIONS; weeks++) {
    const summary = await ctx.db
      .query("mails")
      .withIndex("by_key", (q) => q.eq("key", summaryKey(ownerId, toMs - weeks * WEEK_MS)))
      .unique();
    if (summary?.state === "sent") summaries.push(summary);
  }
  const finders = summaries.map(({ message }) => {
    const questions = message.template === "summary" ? (message.questions ?? []) : [];
    return (assistantId: Id<"assistants">, question: string) => {
      const own = questions.filter((one) => one.assistantId === assistantId);
      return alikeAmong(own, (one) => one.question)(question) !== null;
    };
  });
  return ({ assistantId, question }: { assistantId: Id<"assistants">; question: string }) =>
    finders.filter((wasAsked) => wasAsked(assistantId, question)).length;
}

/** The key of the mail about the week that ends at `toMs`. */
export function summaryKey(ownerId: Id<"users">, toMs: number): string {
  return `summary/${ownerId}/${toMs}`;
}
