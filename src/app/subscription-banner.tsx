import { CircleCheck, CircleX } from "lucide-react";
import { useLocation, useNavigate } from "react-router-dom";
import { Banner } from "../components/banner";
import { RefreshedSubscription } from "./refreshed-subscription";
import { SUBSCRIPTION_BANNER } from "./dashboard-texts";

/** Shows the result of the payment page, which it returns in the query string. */
export function SubscriptionBanner() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const outcome = new URLSearchParams(search).get("subscription");

  function dismiss() {
    void navigate(pathname, { replace: true });
  }

  if (outcome === "success") {
    return (
      <Banner
        tone="good"
        Icon={CircleCheck}
        title={SUBSCRIPTION_BANNER.success}
        onDismiss={dismiss}
      >
        {SUBSCRIPTION_BANNER.thanks} <RefreshedSubscription />
      </Banner>
    );
  }
  if (outcome === "cancel") {
    return (
      <Banner
        tone="neutral"
        Icon={CircleX}
        title={SUBSCRIPTION_BANNER.cancelled}
        onDismiss={dismiss}
      >
        {SUBSCRIPTION_BANNER.notCharged}
      </Banner>
    );
  }
  return null;
}
