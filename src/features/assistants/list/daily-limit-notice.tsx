import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { CARD, DAILY_LIMIT } from "./texts";
import { useReachedDailyLimit, type ReachedLimit } from "./use-reached-daily-limit";

type AssistantProps = { assistant: Doc<"assistants"> };

/** Next to "Live" while visitors have used up today's minutes. */
export function DailyLimitBadge({ assistant }: AssistantProps) {
  return useReachedDailyLimit(assistant) !== null && <Badge tone="warn">{CARD.paused}</Badge>;
}

/** Says that visitors have used up today's minutes, and lets the owner allow more. */
export function DailyLimitNotice({ assistant }: AssistantProps) {
  const limit = useReachedDailyLimit(assistant);
  return limit !== null && <Notice assistant={assistant} limit={limit} />;
}

function Notice({ assistant, limit }: AssistantProps & { limit: ReachedLimit }) {
  const { _id: assistantId, name } = assistant;
  const allowMoreText = DAILY_LIMIT.allowMore(limit.dailyMinutes);
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
      <p>{DAILY_LIMIT.reached(limit.todayMinutes, limit.timeZone)}</p>
      <p className="flex flex-wrap gap-2">
        <Button
          disabled={isBusy}
          aria-label={DAILY_LIMIT.label(allowMoreText, name)}
          onClick={() => press(allowMore)}
        >
          {allowMoreText}
        </Button>
        <Button
          disabled={isBusy}
          aria-label={DAILY_LIMIT.label(DAILY_LIMIT.removeLimit, name)}
          onClick={() => press(removeLimit)}
        >
          {DAILY_LIMIT.removeLimit}
        </Button>
      </p>
    </div>
  );
}
