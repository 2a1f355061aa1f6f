/** What a visitor asks of the team while the conversation goes on: it is in the inbox, and told, at once. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { contactKind } from "../shared/leftMessage";
import { beginningOf } from "../shared/wellFormed";
import { outcomeOf, saveFound } from "./outcomes";
import { searchTextOf } from "./searchText";
import { AT_ONCE, type Found, isToldAtOnce } from "./table";
import { settleThread } from "./threads";

/** The newest lines of the conversation that the team is told. */
const SO_FAR_LINES = 10;
const MAX_LINE_LENGTH = 200;

const ANSWERED = {
  dashboard: AT_ONCE.answer,
  link: { ...AT_ONCE.answer, label: "Answered by link" },
};

export const saidLine = v.object({ by: literals("visitor", "assistant"), words: v.string() });
export type SaidLine = Infer<typeof saidLine>;

/** A later request of the same conversation replaces the one before, and nobody is told again. */
export async function saveAskedPerson(
  ctx: MutationCtx,
  call: Doc<"calls">,
  { wish, contact }: { wish: string; contact: string },
  heard: readonly SaidLine[],
): Promise<void> {
  const asked = [
    foundAs(AT_ONCE.wish, wish),
    ...(contact === "" ? [] : [foundAs(AT_ONCE.contact, contact, contactKind(contact) ?? "text")]),
  ];
  await save(ctx, call, asked, { soFar: await soFarOf(ctx, call, heard), asks: "person" });
}

/** Each question is told, because somebody waits for its answer. */
export async function saveAskedOwner(
  ctx: MutationCtx,
  call: Doc<"calls">,
  { _id: questionId, question, soFar }: Doc<"ownerQuestions">,
): Promise<void> {
  const asked = [foundAs(AT_ONCE.question, question)];
  await save(ctx, call, asked, { soFar, asks: "answer", questionId });
}

/** The answer stands beside the question, and names it if the entry has a later one. Nobody is told of it. */
export async function saveOwnersAnswer(
  ctx: MutationCtx,
  call: Doc<"calls">,
  { question, answer, by }: { question: string; answer: string; by: keyof typeof ANSWERED },
): Promise<void> {
  const stored = await outcomeOf(ctx, call._id);
  if (stored === null) return;
  const valueOf = (wanted: string) => stored.found.find(({ key }) => key === wanted)?.value ?? null;
  const isNewest = valueOf(AT_ONCE.question.key) === question;
  const earlier = valueOf(AT_ONCE.answer.key);
  const value = [
    ...(earlier === null ? [] : [String(earlier)]),
    isNewest ? answer : `“${question}” ${answer}`,
  ].join(" · ");
  const answered = foundAs(ANSWERED[by], value);
  const found = stored.found.flatMap((one) => {
    if (one.key === answered.key) return [];
    return one.key === AT_ONCE.question.key ? [one, answered] : [one];
  });
  const searchText = searchTextOf({ ...stored, found });
  await ctx.db.patch("outcomes", stored._id, { found, searchText, changedAtMs: Date.now() });
  if (stored.threadId !== undefined) await settleThread(ctx, stored.threadId);
}

/** The visitor withdraws what was done, perhaps long after the conversation. The owner decides what that means. */
export async function saveWithdrawn(
  ctx: MutationCtx,
  call: Doc<"calls">,
  what: string,
): Promise<void> {
  const stored = await outcomeOf(ctx, call._id);
  const { unanswered = [], mood = null, language = null, underway } = stored ?? {};
  const before = stored?.found ?? [];
  const earlier = before.find(({ key }) => key === AT_ONCE.withdrawn.key)?.value ?? null;
  const value = earlier === null ? what : `${String(earlier)} · ${what}`;
  const found = [
    foundAs(AT_ONCE.withdrawn, value),
    ...before.filter(({ key }) => key !== AT_ONCE.withdrawn.key),
  ];
  await saveFound(ctx, call, { found, unanswered, mood, language, underway });
}

export async function soFarOf(
  ctx: QueryCtx,
  call: Doc<"calls">,
  heard: readonly SaidLine[],
): Promise<string> {
  const said = heard.length > 0 ? heard : await typedLines(ctx, call);
  return said.slice(-SO_FAR_LINES).map(lineOf).join("\n");
}

async function save(
  ctx: MutationCtx,
  call: Doc<"calls">,
  asked: Found[],
  underway: NonNullable<Doc<"outcomes">["underway"]>,
): Promise<void> {
  const keys = new Set(asked.map(({ key }) => key));
  // Without the answer to an earlier question.
  if (underway.asks === "answer") keys.add(AT_ONCE.answer.key);
  const before = (await outcomeOf(ctx, call._id))?.found ?? [];
  const kept = before.filter((one) => isToldAtOnce(one) && !keys.has(one.key));
  await saveFound(ctx, call, {
    // What is asked now is the subject of the mail about it.
    ...{ found: [...asked, ...kept], unanswered: [], mood: null, language: null },
    underway,
  });
}

function foundAs(
  { key, label }: Pick<Found, "key" | "label">,
  value: string,
  kind: Found["kind"] = "text",
): Found {
  return { key, label, kind, isRequired: false, value };
}

/** What was typed before. A call's words are stored when it has ended. */
async function typedLines(ctx: QueryCtx, { _id: callId }: Doc<"calls">): Promise<SaidLine[]> {
  const stored = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  return (stored?.messages ?? []).map(({ role, text }) => ({
    by: role === "user" ? "visitor" : "assistant",
    words: text,
  }));
}

function lineOf({ by, words }: SaidLine): string {
  const line = beginningOf(words.replaceAll(/\s+/g, " ").trim(), MAX_LINE_LENGTH);
  return `${by === "visitor" ? "Visitor" : "Assistant"}: ${line}`;
}
