import { Suspense, useRef, useState } from "react";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { formatDate } from "../../lib/formats";
import type { SpendingLimit as Spending } from "./billing-types";

const SpendingLimitDialog = lazyPart(
  () => import("./spending-limit-dialog"),
  "SpendingLimitDialog",
);

/** What extra minutes may cost in this period, and where that is changed. */
export function SpendingLimit({ spending }: { spending: Spending }) {
  const [isChanging, setIsChanging] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const { limit } = spending;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex-1 basis-56 text-muted">{wordsFor(spending)}</p>
        <Button
          ref={trigger}
          onClick={() => {
            setIsChanging(true);
          }}
        >
          {limit === null ? "Set limit" : "Change limit"}
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

function wordsFor({ limit, isOwn, state, periodEnd }: Spending): string {
  if (limit === null) return "Nothing limits what extra minutes may cost.";
  const until = formatDate(periodEnd * 1000);
  if (state === "reached") {
    return `Visitors cannot talk to your assistants until ${until}, unless you raise your spending limit.`;
  }
  return isOwn
    ? "Once they reach your spending limit, visitors have to wait for your next billing period."
    : "Your spending limit is the price of your plan. Once they reach it, visitors have to wait for your next billing period.";
}
