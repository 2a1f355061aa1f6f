/** A visitor asks for a person: the entry is in the inbox, and the team is told, while the conversation goes on. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { contactKind } from "../shared/leftMessage";
import { beginningOf } from "../shared/wellFormed";
import { saveFound } from "./outcomes";
import { type Found, PERSON_KEYS } from "./table";

/** The newest lines of the conversation that the team is told. */
const SO_FAR_LINES = 10;
const MAX_LINE_LENGTH = 200;

export interface PersonRequest {
  wish: string;
  /** How the visitor can be reached. Empty if that is not known. */
  contact: string;
}

export const saidLine = v.object({ by: literals("visitor", "assistant"), words: v.string() });
export type SaidLine = Infer<typeof saidLine>;

/** A later request of the same conversation replaces the one before, and nobody is told again. */
export async function saveAskedPerson(
  ctx: MutationCtx,
  call: Doc<"calls">,
  asked: PersonRequest,
  heard: readonly SaidLine[],
): Promise<void> {
  const said = heard.length > 0 ? heard : await typedLines(ctx, call);
  const soFar = said.slice(-SO_FAR_LINES).map(lineOf).join("\n");
  await saveFound(ctx, call, {
    ...{ found: foundIn(asked), unanswered: [], mood: null, language: null },
    underway: { soFar },
  });
}

function foundIn({ wish, contact }: PersonRequest): Found[] {
  const asked: Found = {
    ...{ key: PERSON_KEYS.wish, label: "Asked for a person" },
    ...{ kind: "text", isRequired: true, value: wish },
  };
  if (contact === "") return [asked];
  const kind = contactKind(contact) ?? "text";
  const reach = { key: PERSON_KEYS.contact, label: "How to reach them" };
  return [asked, { ...reach, kind, isRequired: false, value: contact }];
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
