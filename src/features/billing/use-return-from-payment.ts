import { useAction } from "convex/react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";

/** Who has just paid may be back before the payment service has told us. */
export function useReturnFromPayment(): void {
  const refresh = useAction(api.subscriptions.refreshSubscription);
  const [params] = useSearchParams();
  const hasPaid = params.get("subscription") === "success";
  const isAsked = useRef(false);

  useEffect(() => {
    if (!hasPaid || isAsked.current) return;
    isAsked.current = true;
    // The service's own word follows: all that is lost is a moment.
    refresh({}).catch((error: unknown) => {
      console.warn("The subscription could not be fetched at once", error);
    });
  }, [hasPaid, refresh]);
}
