import type { Doc } from "../../../convex/_generated/dataModel";
import { MIN_CALL_SECONDS } from "../../../convex/catalog/limits";
import { wallClock } from "../../../convex/catalog/openingHours";
import { useNow } from "../../lib/use-now";

/** That visitors have used up the minutes that are theirs today. */
export function VisitorDayNotice({ talk, visitorDay }: Doc<"assistants">) {
  const nowMs = useNow();
  if (talk?.minutesADay == null || visitorDay === undefined) return null;
  const { minutesADay, timeZone } = talk;
  const isToday = wallClock(timeZone, nowMs).day === visitorDay.day;
  const left = minutesADay * 60 - visitorDay.seconds;
  if (!isToday || left >= MIN_CALL_SECONDS) return null;
  const minutes = minutesADay === 1 ? "The one minute" : `All ${minutesADay} minutes`;
  return (
    <p className="text-small text-warn">
      {`${minutes} for visitors today are used up. They reach it again tomorrow (${timeZone}).`}
    </p>
  );
}
