import { useQuery } from "convex/react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { HOUR_MS, WEEK_MS } from "../../../../convex/shared/durations";
import { Card } from "../../../components/card";
import { lazyPart } from "../../../components/lazy-part";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantCallsPathFor } from "../../../lib/routes";
import { useNow } from "../../../lib/use-now";
import { WEEK } from "./texts";
import { WeekFigures } from "./week-figures";

/** The page is shown before what compares and answers questions is loaded. */
const WeekContent = lazyPart(() => import("./week-content"), "WeekContent");

/** How many calls there were in the last seven days, and what the assistant could not answer in them. */
export function LastWeek({ assistant }: { assistant: Doc<"assistants"> }) {
  const { _id: assistantId } = assistant;
  // Rounded up to the hour, so that the queries run again once an hour instead of at every render.
  const toMs = Math.ceil(useNow() / HOUR_MS) * HOUR_MS;
  const span = { assistantId, fromMs: toMs - WEEK_MS, toMs };
  const hours = useQuery(api.calls.callHours, span);
  const outcomes = useQuery(api.outcomes.outcomesBetween, span);
  const calls = hours?.reduce((sum, hour) => sum + hour.calls, 0);

  return (
    <Card
      title={WEEK.title}
      aside={
        <Link to={assistantCallsPathFor(assistantId)} className={TEXT_LINK_CLASS}>
          {WEEK.seeCalls}
        </Link>
      }
    >
      <Suspense fallback={<WeekFigures calls={calls} unanswered={undefined} />}>
        <WeekContent assistant={assistant} calls={calls} outcomes={outcomes?.outcomes} />
      </Suspense>
      {outcomes?.hasMore === true && <p className="text-small text-faint">{WEEK.partial}</p>}
    </Card>
  );
}
