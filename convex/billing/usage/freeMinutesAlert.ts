/** Counts the free minutes of all owners together, and alerts the operator if there are suspiciously many. */
import type { MutationCtx } from "../../_generated/server";
import { alertOperator } from "../../lib/alert";
import { optionalCount } from "../../lib/env";
import { HOUR_MS } from "../../shared/durations";

/** The minutes that two calls at a time can use in an hour. */
const ALERT_MINUTES = 120;

/** Counted in the hour in which they are reported. There is at most one alert an hour. */
export async function countFreeMinutes(ctx: MutationCtx, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const stored = await ctx.db.query("freeUsage").first();
  const before = stored?.hourMs === hourMs ? stored : { seconds: 0, isAlerted: false };
  const limitMinutes = optionalCount("FREE_MINUTES_ALERT") ?? ALERT_MINUTES;
  const total = before.seconds + seconds;
  const isOverLimit = total > limitMinutes * 60;
  if (isOverLimit && !before.isAlerted) {
    const minutesThisHour = Math.floor(total / 60);
    alertOperator("Free accounts use many minutes", { minutesThisHour, limitMinutes });
  }
  const now = { hourMs, seconds: total, isAlerted: before.isAlerted || isOverLimit };
  if (stored === null) await ctx.db.insert("freeUsage", now);
  else await ctx.db.patch("freeUsage", stored._id, now);
}
