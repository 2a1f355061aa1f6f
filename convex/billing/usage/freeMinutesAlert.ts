/** How much all owners together talk for nothing: the operator is told when that is more than can be by chance. */
import type { MutationCtx } from "../../_generated/server";
import { alertOperator } from "../../lib/alert";
import { optionalCount } from "../../lib/env";
import { HOUR_MS } from "../../shared/durations";

/** Two calls that never end. */
const ALERT_MINUTES = 120;

/** By the hour in which it becomes known. There is one alert for each hour. */
export async function countFreeMinutes(ctx: MutationCtx, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const known = await ctx.db.query("freeTalk").first();
  const before = known?.hourMs === hourMs ? known : { seconds: 0, isAlerted: false };
  const most = optionalCount("FREE_MINUTES_ALERT") ?? ALERT_MINUTES;
  const talked = before.seconds + seconds;
  const isTooMuch = talked > most * 60;
  if (isTooMuch && !before.isAlerted) {
    alertOperator("Free accounts talk a lot", { minutesThisHour: Math.floor(talked / 60), most });
  }
  const now = { hourMs, seconds: talked, isAlerted: before.isAlerted || isTooMuch };
  if (known === null) await ctx.db.insert("freeTalk", now);
  else await ctx.db.patch("freeTalk", known._id, now);
}
