import { Suspense, useRef, useState } from "react";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { formatDate } from "../../lib/formats";
import type { SpendingLimit as Spending } from "./billing-types";
import { SPENDING_LIMIT } from "./texts";

const SpendingLimitDialog = lazyPart(
  () => import("./spending-limit-dialog"),
  "SpendingLimitDialog",
);

/** Explains the spending limit and opens the dialog to change it. */
export function SpendingLimit({ spending }: { spending: Spending }) {
  const [isChanging, setIsChanging] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { limit } = spending;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex-1 basis-56 text-muted">{explanation(spending)}</p>
        <Button
          ref={trigger}
          onClick={() => {
            setIsChanging(true);
          }}
        >
          {limit === null ? SPENDING_LIMIT.set : SPENDING_LIMIT.change}
        </Button>
      </div>
      {isChanging && (
        <Suspense>
          <SpendingLimitDialog
            spending={spending}
            onClose={() => {
              setIsChanging(false);
              trigger.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function explanation({ limit, isOwn, state, periodEnd }: Spending): string {
  if (limit === null) return SPENDING_LIMIT.none;
  if (state === "reached") return SPENDING_LIMIT.reached(formatDate(periodEnd * 1000));
  return isOwn ? SPENDING_LIMIT.own : SPENDING_LIMIT.planPrice;
}
