/** What was done after the visitor's yes: shown on the talk page, and sent by mail to whom the visitor names. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { Found } from "../inbox/table";
import { required } from "../lib/env";
import { normalAddress } from "../lib/normalAddress";
import { rateLimiter } from "../lib/rateLimits";
import { isConfirmed } from "../notifications/mail/audience";
import { deleteMailByKey } from "../notifications/mail/delivery";
import { readRowKey, rowKeyFor } from "../notifications/mail/rowLink";
import { isMailOn, sendMail } from "../notifications/mail/send";
import type { MailedSlip, Message } from "../notifications/mail/table";
import { MAX_RUNS_PER_CALL } from "../shared/actions";
import { isEmailAddress } from "../shared/contact";
import { MAX_SLIP_MAILS, SLIP_STATES, type SlipState } from "../shared/slip";
import { SLIP_STATE_WORDS } from "../shared/slipStates";
import { type BookedTime, bookedTime } from "./calendar";
import { calendarFile } from "./calendarFile";
import { linesOf, shownLine } from "./shownProposal";

type Run = Doc<"actionRuns">;
type Action = Doc<"actions">;

export const shownSlip = v.object({
  id: v.id("actionRuns"),
  state: literals(...SLIP_STATES),
  title: v.string(),
  lines: v.array(shownLine),
  email: v.union(v.string(), v.null()),
  canMail: v.boolean(),
});

/** Of the newest thing that was done after a yes. Null if there is none. */
export async function slipOf(
  ctx: QueryCtx,
  callId: Id<"calls">,
): Promise<Infer<typeof shownSlip> | null> {
  const run = (await runsWithYes(ctx, callId)).at(-1);
  const action = run === undefined ? null : await actionOf(ctx, run);
  if (run === undefined || action === null) return null;
  const { values } = run;
  return {
    ...{ id: run._id, state: stateOf(run, action), title: titleOf(run, action) },
    lines: linesOf(action.work, values).map(({ label, value }) => ({ label, value })),
    email: Object.values(values).map(String).find(isEmailAddress) ?? null,
    canMail: await canMail(ctx, run),
  };
}

/** What was done in a conversation, with the words of the visitor's yes, for its entry in the inbox. */
export async function doneIn(ctx: QueryCtx, callId: Id<"calls">): Promise<Found[]> {
  const runs = await runsWithYes(ctx, callId);
  const done = await Promise.all(
    runs.map(async (run, index): Promise<Found[]> => {
      const action = await actionOf(ctx, run);
      if (action === null) return [];
      const lines = linesOf(action.work, run.values);
      const values = lines.map(({ label, value }) => `${label}: ${String(value)}`);
      const value = `${values.join(", ")}. The visitor: “${run.reply?.words ?? ""}”`;
      const label = `${SLIP_STATE_WORDS.en[stateOf(run, action)]}: ${titleOf(run, action)}`;
      return [{ key: `hark_done_${index + 1}`, label, kind: "text", isRequired: false, value }];
    }),
  );
  return done.flat();
}

/** In their order. What changes nothing needs no yes. */
async function runsWithYes(ctx: QueryCtx, callId: Id<"calls">): Promise<Run[]> {
  const done = await ctx.db
    .query("actionRuns")
    .withIndex("by_call", (q) => q.eq("callId", callId).eq("state", "done"))
    .take(MAX_RUNS_PER_CALL);
  return done.filter(({ reply }) => reply?.isYes === true);
}

/** Sends it, unless it is not this conversation's, or a limit is reached. */
export async function sendSlip(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { id, to }: { id: string; to: string },
): Promise<"sent" | "gone" | "limited"> {
  const runId = ctx.db.normalizeId("actionRuns", id);
  const run = runId === null ? null : await ctx.db.get("actionRuns", runId);
  if (run?.callId !== callId || (await actionOf(ctx, run)) === null) return "gone";
  if (!(await canMail(ctx, run))) return "limited";
  const key = await freeKey(ctx, callId);
  if (key === null) return "limited";
  const { ownerId } = run;
  const address = await rateLimiter.limit(ctx, "slipMailsToAddress", { key: normalAddress(to) });
  if (!address.ok) return "limited";
  const owner = await rateLimiter.limit(ctx, "slipMailsByOwner", { key: ownerId });
  if (!owner.ok) return "limited";
  const message = { template: "slip", runId: run._id, slip: null } as const;
  const { kind } = await sendMail(ctx, { key, ownerId, to, message });
  return kind === "waiting" ? "sent" : "limited";
}

type SlipMessage = Extract<Message, { template: "slip" }>;

/** Null if the conversation was deleted meanwhile. */
export async function currentSlipMessage(
  ctx: QueryCtx,
  message: SlipMessage,
): Promise<SlipMessage | null> {
  const run = await ctx.db.get("actionRuns", message.runId);
  const slip = run === null ? null : await writtenSlip(ctx, run);
  if (run === null || slip === null) return null;
  const receiptUrl = `${required("SITE_URL")}/receipt/${await rowKeyFor("receipt", run._id)}`;
  return { ...message, slip: { ...slip, receiptUrl } };
}

/** With all that it contains, in the assistant's language. Null unless it was done. */
export async function writtenSlip(
  ctx: QueryCtx,
  run: Run,
): Promise<Omit<MailedSlip, "receiptUrl"> | null> {
  const action = await actionOf(ctx, run);
  const assistant = await ctx.db.get("assistants", run.assistantId);
  if (action === null || assistant === null) return null;
  const state = stateOf(run, action);
  const language = assistant.talk?.language ?? "en";
  const time = bookedTime(action.work, run.values, language);
  return {
    ...{ state, title: titleOf(run, action), assistantName: assistant.name, language },
    time: time === null ? null : time.words,
    lines: linesOf(action.work, run.values)
      .filter(({ name }) => name !== undefined)
      .map(({ label, value }) => ({ label, value: String(value) })),
    calendarFile: time === null ? null : fileOf(run, time, state),
  };
}

/** What the link in the mail leads to. Null if we did not make it, or the conversation was deleted. */
export async function runOfReceipt(ctx: QueryCtx, key: string): Promise<Run | null> {
  const id = await readRowKey("receipt", key);
  const runId = id === null ? null : ctx.db.normalizeId("actionRuns", id);
  const run = runId === null ? null : await ctx.db.get("actionRuns", runId);
  return run === null || (await actionOf(ctx, run)) === null ? null : run;
}

/** With the conversation. */
export async function deleteSlipMails(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  for (const key of keysOf(callId)) await deleteMailByKey(ctx, key);
}

/** Null unless the visitor has said yes to it and it was done. */
async function actionOf(ctx: QueryCtx, run: Run): Promise<Action | null> {
  const isDone = run.state === "done" && run.reply?.isYes === true;
  return isDone ? await ctx.db.get("actions", run.actionId) : null;
}

/** Of a booking, what is booked. */
function titleOf({ values }: Run, { work, name }: Action): string {
  return bookedTime(work, values, "en")?.title ?? name;
}

function stateOf({ isPending }: Run, { work }: Action): SlipState {
  if (work.kind !== "booking") return "sent";
  return isPending === true ? "requested" : "booked";
}

/** An owner whose own address nobody has confirmed sends no mail to others. */
async function canMail(ctx: QueryCtx, { ownerId }: Run): Promise<boolean> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === undefined || !isMailOn()) return false;
  return await isConfirmed(ctx, { ownerId, to: owner.email });
}

function keysOf(callId: Id<"calls">): string[] {
  return Array.from({ length: MAX_SLIP_MAILS }, (_, index) => `slip ${callId} ${index}`);
}

async function freeKey(ctx: QueryCtx, callId: Id<"calls">): Promise<string | null> {
  for (const key of keysOf(callId)) {
    const mail = await ctx.db
      .query("mails")
      .withIndex("by_key", (q) => q.eq("key", key))
      .unique();
    if (mail === null) return key;
  }
  return null;
}

function fileOf(
  { _id, atMs: stampMs }: Run,
  { title, startMs, minutes }: BookedTime,
  state: SlipState,
): string {
  const uid = `${_id}@${new URL(required("SITE_URL")).hostname}`;
  const isTentative = state === "requested";
  return calendarFile({ uid, title, startMs, minutes, stampMs, isTentative });
}
