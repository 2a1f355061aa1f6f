import { useAction, useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../convex/_generated/api";
import { SUBSCRIPTION_BANNER } from "./dashboard-texts";

/** Reads the subscription from the payment service, because its webhook may arrive after the owner returns. */
export function RefreshedSubscription() {
  const refresh = useAction(api.subscriptions.refreshSubscription);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const [isRefreshed, setIsRefreshed] = useState(false);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const finish = () => setIsRefreshed(true);
    refresh().then(finish, finish);
  }, [refresh]);

  const status = subscription?.status;
  if (status === "active" || status === "trialing") return SUBSCRIPTION_BANNER.ready;
  return isRefreshed ? SUBSCRIPTION_BANNER.waiting : SUBSCRIPTION_BANNER.settingUp;
}
