import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** Bounds the query. An owner with more test calls no longer needs the first steps. */
const READ_CALLS = 20;

/** Whether an assistant had its first test call, and its first call by a visitor. */
export async function firstCallsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  assistantId: Id<"assistants">,
): Promise<{ hasTestCall: boolean; hasVisitorCall: boolean }> {
  const callsOf = (order: "asc" | "desc") =>
    ctx.db
      .query("calls")
      .withIndex("by_owner_and_assistant", (q) =>
        q.eq("ownerId", ownerId).eq("assistantId", assistantId),
      )
      .order(order)
      .take(READ_CALLS);
  const calls = [...(await callsOf("asc")), ...(await callsOf("desc"))];
  const hasCall = (kind: Doc<"calls">["kind"]) =>
    calls.some((call) => call.kind === kind && call.startedAtMs !== undefined);
  return { hasTestCall: hasCall("testing"), hasVisitorCall: hasCall("visitor") };
}
