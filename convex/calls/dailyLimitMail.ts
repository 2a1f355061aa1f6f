import type { MutationCtx } from "../_generated/server";
import { notifyOwner } from "../notifications/mail/notifyOwner";
import { DAY_MS } from "../shared/durations";
import type { ReachedLimit } from "./dailyMinutes";

/** One mail for each assistant and day, even if the limit is raised and reached again. */
export async function mailDailyLimit(
  ctx: MutationCtx,
  { assistant, day, limitMinutes }: ReachedLimit,
): Promise<void> {
  const { _id: assistantId, name, ownerId } = assistant;
  const message = { template: "dailyLimit", assistantName: name, limitMinutes } as const;
  const usefulUntilMs = Date.now() + DAY_MS;
  await notifyOwner(ctx, ownerId, [
    { key: `dailyLimit/${assistantId}/${day}`, message, usefulUntilMs },
  ]);
}
