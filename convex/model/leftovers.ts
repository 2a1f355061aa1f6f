import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { ourVoicePlatform } from "./voicePlatform";

type Leftover = Doc<"leftovers">;

const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 24 * 3_600_000;
/** How many one run deletes; the next begins when it is done. */
export const LEFTOVERS_AT_ONCE = 20;

/** Remembers what is to be deleted at the voice platform until it has been. */
export async function addLeftover(
  ctx: MutationCtx,
  kind: Leftover["kind"],
  platformId: string,
): Promise<void> {
  await ctx.db.insert("leftovers", { kind, platformId, attempts: 0, dueAtMs: Date.now() });
  await ctx.scheduler.runAfter(0, internal.voice.clearLeftovers, {});
}

export async function clearLeftovers(ctx: ActionCtx): Promise<void> {
  const due = await ctx.runQuery(internal.voice.dueLeftovers, { nowMs: Date.now() });
  if (due.length === 0) return;
  const platform = ourVoicePlatform();
  const remove = {
    assistant: platform.deleteAssistant,
    tool: platform.deleteTool,
    file: platform.deleteFile,
  };
  const outcomes = await Promise.allSettled(
    due.map(({ kind, platformId }) => remove[kind](platformId)),
  );
  const isGone = due.map((leftover, index) => ({
    leftoverId: leftover._id,
    isGone: outcomes[index]?.status === "fulfilled",
  }));
  await ctx.runMutation(internal.voice.noteLeftovers, { outcomes: isGone });
}

export async function noteLeftover(
  ctx: MutationCtx,
  leftover: Leftover,
  isGone: boolean,
): Promise<void> {
  if (isGone) {
    await ctx.db.delete("leftovers", leftover._id);
    return;
  }
  const attempts = leftover.attempts + 1;
  const waitMs = Math.min(RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  await ctx.db.patch("leftovers", leftover._id, { attempts, dueAtMs: Date.now() + waitMs });
}
