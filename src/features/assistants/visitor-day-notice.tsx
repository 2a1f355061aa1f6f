import { useMutation, useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { MIN_CALL_SECONDS } from "../../../convex/catalog/limits";
import { wallClock } from "../../../convex/catalog/openingHours";
import { dailyMinutes } from "../../../convex/catalog/talk";
import { Button } from "../../components/button";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useNow } from "../../lib/use-now";
import { useOneAtATime } from "../../lib/use-one-at-a-time";

/** That visitors have used up today's minutes, and what the owner can do about it. */
export function VisitorDayNotice({ _id: assistantId, name, talk, visitorDay }: Doc<"assistants">) {
  const nowMs = useNow();
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const allowMore = useMutation(api.assistants.allowMoreToday);
  const removeLimit = useMutation(api.assistants.removeDailyLimit);
  const { isBusy, run } = useOneAtATime();
  if (talk === undefined || visitorDay === undefined) return null;
  const usual = dailyMinutes(talk.minutesADay, subscription?.plan.limits.includedMinutes ?? null);
  if (usual === null) return null;
  const { day, seconds, extraMinutes = 0 } = visitorDay;
  const limit = usual + extraMinutes;
  const isToday = wallClock(talk.timeZone, nowMs).day === day;
  if (!isToday || limit * 60 - seconds >= MIN_CALL_SECONDS) return null;

  function press(change: typeof allowMore) {
    run(async () => {
      try {
        await change({ assistantId });
      } catch (error) {
        toast.error(reasonOf(error));
      }
    });
  }

  return (
    <div role="status" className="grid gap-2 rounded-control bg-warn-soft p-3 text-warn">
      <p>
        {`Today's limit of ${inMinutes(limit)} is reached. Visitors can talk to it again tomorrow (${talk.timeZone}).`}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button
          disabled={isBusy}
          aria-label={`Allow ${usual} more today for ${name}`}
          onClick={() => press(allowMore)}
        >
          {`Allow ${usual} more today`}
        </Button>
        <Button
          disabled={isBusy}
          aria-label={`Remove the limit for ${name}`}
          onClick={() => press(removeLimit)}
        >
          Remove the limit
        </Button>
      </p>
    </div>
  );
}

function inMinutes(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`;
}
