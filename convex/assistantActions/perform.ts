/** Runs actions. Only what was reserved is sent, and it is sent once. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { SaidLine } from "../inbox/toldAtOnce";
import { useCalendar } from "./calendar";
import { readHeaders } from "./headers";
import { requestFor, sendRequest } from "./httpRequest";
import type { VisitorWords } from "./confirmation";
import { askOwner } from "./owner";
import { askForPerson } from "./person";
import type { ToolUse } from "./reservation";
import type { Outcome } from "./table";

/** Answers one call of an action's tool. Returns what the assistant is told. */
export async function useAction(
  ctx: ActionCtx,
  {
    said,
    ...used
  }: {
    callId: Id<"calls">;
    use: ToolUse;
    atMs: number;
    heard: VisitorWords[];
    /** By both, if the platform says that. */
    said: SaidLine[];
  },
): Promise<string> {
  const reserved = await ctx.runMutation(internal.assistantActions.reservation.reserve, used);
  if (reserved.kind === "told") return reserved.text;
  const { run, action } = reserved;
  const outcome = await perform(ctx, { action, run, said });
  return await ctx.runMutation(internal.assistantActions.reservation.finish, {
    runId: run._id,
    outcome,
  });
}

export async function tryAction(
  ctx: ActionCtx,
  tried: { ownerId: Id<"users">; actionId: Id<"actions">; given: string },
): Promise<Doc<"actionRuns">> {
  const { run, action } = await ctx.runMutation(
    internal.assistantActions.reservation.reserveTest,
    tried,
  );
  const outcome = await perform(ctx, { action, run, said: [] });
  const told = await ctx.runMutation(internal.assistantActions.reservation.finish, {
    runId: run._id,
    outcome,
  });
  return { ...run, ...outcome, told };
}

interface Performed {
  action: Doc<"actions">;
  run: Doc<"actionRuns">;
  said: SaidLine[];
}

async function perform(ctx: ActionCtx, performed: Performed): Promise<Outcome> {
  const startMs = Date.now();
  const came = await performWork(ctx, performed);
  return { ...came, durationMs: Math.max(Date.now() - startMs, 0) };
}

async function performWork(
  ctx: ActionCtx,
  { action: { work, ownerId }, run: { values, callId }, said }: Performed,
): Promise<Omit<Outcome, "durationMs">> {
  if (work.kind === "person") return await askForPerson(ctx, { callId, values, said });
  if (work.kind === "owner") return await askOwner(ctx, { callId, values, said });
  if (work.kind !== "http") return await useCalendar(work, values, Date.now());
  const request = requestFor(work, values);
  if (request === null) return { state: "failed", why: "address" };
  const secrets = await readHeaders(ownerId, work.headers);
  if (secrets === null) return { state: "failed", why: "headers" };
  return await sendRequest(request, secrets);
}
