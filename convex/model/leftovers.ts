import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { stripe } from "./stripe";
import { ourVoicePlatform } from "./voicePlatform";

type Leftover = Doc<"leftovers">;

const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 24 * 3_600_000;
/** How many one run deletes; the next begins when it is done. */
export const LEFTOVERS_AT_ONCE = 20;

/** Remembers what is to be deleted at a platform until it has been. */
export async function addLeftovers(
  ctx: MutationCtx,
  kind: Leftover["kind"],
  platformIds: string[],
): Promise<void> {
  if (platformIds.length === 0) return;
  for (const platformId of platformIds) {
    await ctx.db.insert("leftovers", { kind, platformId, attempts: 0, dueAtMs: Date.now() });
  }
  await ctx.scheduler.runAfter(0, internal.leftovers.clear, {});
}

export async function clearLeftovers(ctx: ActionCtx): Promise<void> {
  const due = await ctx.runQuery(internal.leftovers.due, { nowMs: Date.now() });
  if (due.length === 0) return;
  const attempts = await Promise.allSettled(due.map(remove));
  const outcomes = due.map(({ _id }, index) => ({
    leftoverId: _id,
    isGone: attempts[index]?.status === "fulfilled",
  }));
  await ctx.runMutation(internal.leftovers.note, { outcomes });
}

async function remove({ kind, platformId }: Leftover): Promise<void> {
  if (kind === "customer") await stripe().deleteCustomer(platformId);
  else if (kind === "liveCall") {
    await ourVoicePlatform().endCall(platformId);
    await ourVoicePlatform().remove("call", platformId);
  } else await ourVoicePlatform().remove(kind, platformId);
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
