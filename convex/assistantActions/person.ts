/** Tells the team that a visitor asks for a person. */
import { v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internal } from "../_generated/api";
import { saidLine, type SaidLine, saveAskedPerson } from "../inbox/toldAtOnce";
import { internalMutation } from "../lib/internalFunctions";
import { oneLine } from "./oneLine";
import type { Outcome, Parameter, Values } from "./table";

export const PERSON_PARAMETERS: Parameter[] = [
  {
    name: "wish",
    type: "string",
    description: "What the visitor wants, in one or two sentences.",
    isRequired: true,
  },
  {
    name: "contact",
    type: "string",
    description:
      "How the visitor can be reached, such as a phone number or an email address. Leave it out if the visitor gave none.",
    isRequired: false,
  },
];

const TOLD = {
  reachable:
    "The team was told, and knows how to reach the visitor. Say that somebody will get back to the visitor. Promise no time, and do not say that somebody joins this conversation.",
  unreachable:
    "The team was told. Say so, ask how the visitor can be reached, by phone or email, and use this tool again with the answer. Do not say that somebody joins this conversation.",
  over: "The conversation is over, so nobody was told.",
} as const;

const SHOWN = {
  told: "It is in the inbox, and your team was told.",
  test: "In a conversation, this is now in your inbox, and your team is told. In a test nobody is told.",
} as const;

/** An owner's own test has no conversation. */
export async function askForPerson(
  ctx: ActionCtx,
  asked: { callId: Id<"calls"> | null; values: Values; said: SaidLine[] },
): Promise<Omit<Outcome, "durationMs">> {
  const { callId, values, said } = asked;
  if (callId === null) return { state: "done", answer: SHOWN.test, told: TOLD.unreachable };
  const contact = oneLine(String(values.contact ?? ""));
  const request = { callId, wish: oneLine(String(values.wish)), contact, said };
  const isTold = await ctx.runMutation(internal.assistantActions.person.save, request);
  if (!isTold) return { state: "failed", why: "over", told: TOLD.over };
  const told = contact === "" ? TOLD.unreachable : TOLD.reachable;
  return { state: "done", answer: SHOWN.told, told };
}

/** Returns whether the conversation still goes on. */
export const save = internalMutation({
  args: {
    callId: v.id("calls"),
    wish: v.string(),
    contact: v.string(),
    said: v.array(saidLine),
  },
  returns: v.boolean(),
  handler: async (ctx, { callId, wish, contact, said }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null || call.status === "ended") return false;
    await saveAskedPerson(ctx, call, { wish, contact }, said);
    return true;
  },
});
