/** The receipt behind the link in a slip's mail: what was done, withdrawing it, and deleting the conversation. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { runOfReceipt, writtenSlip } from "../assistantActions/slip";
import { saveWithdrawn } from "../inbox/toldAtOnce";
import { mailedSlip } from "../notifications/mail/table";
import { beginningOf } from "../shared/wellFormed";
import { deleteConversation } from "./deletion";

/** Of an entry in the inbox. */
const MAX_WITHDRAWN_LENGTH = 300;

export const shownReceipt = v.object({
  ...mailedSlip.omit("receiptUrl").fields,
  withdrawnAtMs: v.union(v.number(), v.null()),
});

/** Null if the link does not work, or the conversation was deleted. */
export async function showReceipt(
  ctx: QueryCtx,
  key: string,
): Promise<Infer<typeof shownReceipt> | null> {
  const run = await runOfReceipt(ctx, key);
  const slip = run === null ? null : await writtenSlip(ctx, run);
  if (run === null || slip === null) return null;
  return { ...slip, withdrawnAtMs: run.withdrawnAtMs ?? null };
}

/** The owner is told once, and nothing is undone by it. False if the link does not work. */
export async function withdraw(ctx: MutationCtx, key: string): Promise<boolean> {
  const linked = await linkedRun(ctx, key);
  const slip = linked === null ? null : await writtenSlip(ctx, linked.run);
  if (linked === null || slip === null) return false;
  const { run, call } = linked;
  if (run.withdrawnAtMs !== undefined) return true;
  await ctx.db.patch("actionRuns", run._id, { withdrawnAtMs: Date.now() });
  const { title, time, lines } = slip;
  const values = lines.map(({ label, value }) => `${label}: ${value}`);
  const what = [title, ...(time === null ? [] : [time]), ...values].join(", ");
  await saveWithdrawn(ctx, call, beginningOf(what, MAX_WITHDRAWN_LENGTH));
  return true;
}

/** False if the link does not work. */
export async function deleteByVisitor(ctx: MutationCtx, key: string): Promise<boolean> {
  const linked = await linkedRun(ctx, key);
  if (linked === null) return false;
  await deleteConversation(ctx, linked.call);
  return true;
}

async function linkedRun(
  ctx: QueryCtx,
  key: string,
): Promise<{ run: Doc<"actionRuns">; call: Doc<"calls"> } | null> {
  const run = await runOfReceipt(ctx, key);
  const callId = run?.callId ?? null;
  const call = callId === null ? null : await ctx.db.get("calls", callId);
  return run === null || call === null ? null : { run, call };
}
