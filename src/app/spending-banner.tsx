import { useQuery } from "convex/react";
import { Gauge } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { api } from "../../convex/_generated/api";
import { Banner } from "../components/banner";
import { Button } from "../components/button";
import { focusMain } from "../components/skip-link";
import { formatCost, formatDate } from "../lib/formats";
import { SpendingLimitDialog } from "./owner-pages";
import { SPENDING_BANNER } from "./dashboard-texts";

/** Shown on every page of the dashboard once extra minutes approach the spending limit. */
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
          isFolding
          title={isReached ? SPENDING_BANNER.reachedTitle : SPENDING_BANNER.nearTitle}
          action={
            <Button
              ref={trigger}
              variant="primary"
              size="small"
              onClick={() => {
                setIsRaising(true);
              }}
            >
              {SPENDING_BANNER.raise}
            </Button>
          }
        >
          {isReached
            ? SPENDING_BANNER.reached(allowed, until)
            : SPENDING_BANNER.near(formatCost(spent / 100), allowed, until)}
        </Banner>
      )}
      {isRaising && (
        <Suspense>
          <SpendingLimitDialog
            spending={spending}
            onClose={() => {
              setIsRaising(false);
              // After the limit was raised, the banner and its button are gone.
              if (trigger.current === null) focusMain();
              else trigger.current.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
