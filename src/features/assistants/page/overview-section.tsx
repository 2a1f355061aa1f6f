import { useQuery } from "convex/react";
import { Suspense } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Card } from "../../../components/card";
import { lazyPart } from "../../../components/lazy-part";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantPathFor } from "../../../lib/routes";
import { SeenNotice } from "../embed/seen-notice";
import { NotServedNotice, useNotServed } from "../list/not-served-notice";
import { LastWeek } from "./last-week";
import { SEEN, STATUS } from "./texts";

const FirstSteps = lazyPart(() => import("./first-steps"), "FirstSteps");
const DailyLimitNotice = lazyPart(() => import("../list/daily-limit-notice"), "DailyLimitNotice");

type OverviewProps = { assistant: Doc<"assistants"> };

export function OverviewSection({ assistant }: OverviewProps) {
  return (
    <div className="grid gap-6">
      <Status assistant={assistant} />
      {/* Once a visitor has called, there is nothing to look up. */}
      {assistant.visitorDay === undefined && (
        <Suspense>
          <FirstSteps assistant={assistant} />
        </Suspense>
      )}
      <LastWeek assistant={assistant} />
      <Card title={SEEN.title}>
        <SeenNotice seenSites={assistant.seenSites} />
      </Card>
    </div>
  );
}

function Status({ assistant }: OverviewProps) {
  const { _id, published, review, visitorDay } = assistant;
  const isSubscribed = useQuery(api.usage.checkFreeTrialLimit)?.hasSubscription === true;
  const notServed = useNotServed(published, isSubscribed);
  return (
    <Card title={STATUS.title}>
      <div className="grid gap-3">
        {notServed === null && <p>{published ? STATUS.live : STATUS.draft}</p>}
        {notServed !== null && <NotServedNotice {...notServed} />}
        {published && (
          <p className="text-muted">
            {review === undefined ? STATUS.liveAtOnce : STATUS.waits}{" "}
            {review === undefined && (
              <Link to={assistantPathFor(_id, "versions")} className={TEXT_LINK_CLASS}>
                {STATUS.reviewFirst}
              </Link>
            )}
          </p>
        )}
        {published && visitorDay !== undefined && (
          <Suspense>
            <DailyLimitNotice assistant={assistant} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
