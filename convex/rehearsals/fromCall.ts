/** Makes a rehearsal of a conversation that went badly: the visitor's words again, and what should have come of them. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { CallMessage } from "../calls/table";
import { outcomeOf } from "../inbox/outcomes";
import { userError } from "../lib/userError";
import {
  MAX_EXPECTATIONS,
  REHEARSAL_LENGTHS,
  REHEARSAL_REFUSALS,
  withoutQuotationMarks,
} from "../shared/rehearsals";
import { beginningOf } from "../shared/wellFormed";
import type { RehearsalContent } from "./table";

const MAX_WORDS = 120;

export async function rehearsalFromCall(
  ctx: QueryCtx,
  call: Doc<"calls">,
  assistant: Doc<"assistants">,
): Promise<RehearsalContent> {
  const text = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", call._id))
    .unique();
  const situation = situationOf(text?.messages ?? []);
  if (situation === "") throw userError("invalid_input", REHEARSAL_REFUSALS.noWords);
  const { unanswered = [] } = (await outcomeOf(ctx, call._id)) ?? {};
  const { successWords = "", assistantGoal } = assistant;
  const wanted =
    unanswered.length === 0
      ? [successWords === "" ? assistantGoal : successWords]
      : unanswered
          .slice(0, MAX_EXPECTATIONS)
          .map((question) => `answers “${withoutQuotationMarks(question)}”`);
  const must = wanted.map((one) => beginningOf(one, REHEARSAL_LENGTHS.expectation));
  return { situation, must, mustNot: [], isCondition: true };
}

/** The visitor's own words in quotation marks, which the tester says literally, as many as there is room for. */
export function situationOf(messages: CallMessage[]): string {
  let situation = "";
  for (const { role, text } of messages) {
    if (role !== "user") continue;
    const words = `“${withoutQuotationMarks(beginningOf(text.trim(), MAX_WORDS))}”`;
    const longer = situation === "" ? words : `${situation}, then ${words}`;
    if (longer.length > REHEARSAL_LENGTHS.situation) break;
    situation = longer;
  }
  return situation;
}
