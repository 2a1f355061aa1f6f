import { useQuery } from "convex/react";
import { Suspense } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Card } from "../../../components/card";
import { lazyPart } from "../../../components/lazy-part";
import { SeenNotice } from "../embed/seen-notice";
import { NotServedNotice, useNotServed } from "../list/not-served-notice";
import { FirstSteps } from "./first-steps";
import { LastWeek } from "./last-week";
import { SEEN, STATUS } from "./texts";

const DailyLimitNotice = lazyPart(() => import("../list/daily-limit-notice"), "DailyLimitNotice");

type OverviewProps = { assistant: Doc<"assistants"> };

export function OverviewSection({ assistant }: OverviewProps) {
  return (
    <div className="grid gap-6">
      <Status assistant={assistant} />
      {/* Once a visitor has called, there is nothing to look up. */}
      {assistant.visitorDay === undefined && <FirstSteps assistant={assistant} />}
      <LastWeek assistant={assistant} />
      <Card title={SEEN.title}>
        <SeenNotice seenSites={assistant.seenSites} />
      </Card>
    </div>
  );
}

function Status({ assistant }: OverviewProps) {
  const { published, visitorDay } = assistant;
  const isSubscribed = useQuery(api.usage.checkFreeTrialLimit)?.hasSubscription === true;
  const notServed = useNotServed(published, isSubscribed);
  return (
    <Card title={STATUS.title}>
      <div className="grid gap-3">
        {notServed === null && <p>{published ? STATUS.live : STATUS.draft}</p>}
        {notServed !== null && <NotServedNotice {...notServed} />}
        {published && visitorDay !== undefined && (
          <Suspense>
            <DailyLimitNotice assistant={assistant} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}
