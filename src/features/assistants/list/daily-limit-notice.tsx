import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { useReachedDailyLimit, type DailyLimit } from "./use-reached-daily-limit";

type OfAssistant = { assistant: Doc<"assistants"> };

/** Beside "Live", while visitors have used up today's minutes. */
export function VisitorDayBadge({ assistant }: OfAssistant) {
  return useReachedDailyLimit(assistant) !== null && <Badge tone="warn">Paused</Badge>;
}

/** That visitors have used up today's minutes, and what the owner can do about it. */
export function VisitorDayNotice({ assistant }: OfAssistant) {
  const limit = useReachedDailyLimit(assistant);
  return limit !== null && <ReachedLimit assistant={assistant} limit={limit} />;
}

function ReachedLimit({ assistant, limit }: OfAssistant & { limit: DailyLimit }) {
  const { _id: assistantId, name } = assistant;
  const { usual, today, timeZone } = limit;
  const allowMore = useMutation(api.assistants.allowMoreToday);
  const removeLimit = useMutation(api.assistants.removeDailyLimit);
  const { isBusy, run } = useOneAtATime();

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
        {`Today's limit of ${inMinutes(today)} is reached. Visitors can talk to it again tomorrow (${timeZone}).`}
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
