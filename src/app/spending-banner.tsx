import { useQuery } from "convex/react";
import { Gauge } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../convex/_generated/api";
import { Banner } from "../components/banner";
import { Button } from "../components/button";
import { focusMain } from "../components/skip-link";
import { formatCost, formatDate } from "../lib/formats";
import { SpendingLimitDialog } from "./owner-pages";

/** On every page of the dashboard, from when extra minutes come near to what their owner allows. */
export function SpendingBanner() {
  const spending = useQuery(api.subscriptions.getSpendingLimit) ?? null;
  const [isRaising, setIsRaising] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  if (spending?.limit == null) return null;
  const { spent, limit, state, periodEnd } = spending;
  const isReached = state === "reached";
  const until = formatDate(periodEnd * 1000);
  const allowed = formatCost(limit / 100);
  return (
    <>
      {state !== "below" && (
        <Banner
          tone={isReached ? "bad" : "warn"}
          Icon={Gauge}
          title={isReached ? "Spending Limit Reached" : "Spending Limit Almost Reached"}
          action={
            <Button
              ref={trigger}
              variant="primary"
              onClick={() => {
                setIsRaising(true);
              }}
            >
              Raise limit
            </Button>
          }
        >
          {isReached
            ? `Your included minutes are used up, and extra minutes have reached your limit of ${allowed}. Visitors cannot talk to your assistants until ${until}, unless you raise it.`
            : `Extra minutes have cost ${formatCost(spent / 100)} of the ${allowed} that you allow. At the limit visitors cannot talk to your assistants until ${until}.`}
        </Banner>
      )}
      {isRaising && (
        <Suspense>
          <SpendingLimitDialog
            spending={spending}
            onClose={() => {
              setIsRaising(false);
              // Raised, the banner and its button are gone.
              if (trigger.current === null) focusMain();
              else trigger.current.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
