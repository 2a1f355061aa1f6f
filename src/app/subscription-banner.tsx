import { CircleCheck, CircleX } from "lucide-react";
import { useLocation, useNavigate } from "react-router-dom";
import { Banner } from "../components/banner";
import { RefreshedSubscription } from "./refreshed-subscription";

/** What came of the payment page, as it says in the address it leads back to. */
export function SubscriptionBanner() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const outcome = new URLSearchParams(search).get("subscription");

  function dismiss() {
    void navigate(pathname, { replace: true });
  }

  if (outcome === "success") {
    return (
      <Banner tone="good" Icon={CircleCheck} title="Subscription Successful" onDismiss={dismiss}>
        Thank you. <RefreshedSubscription />
      </Banner>
    );
  }
  if (outcome === "cancel") {
    return (
      <Banner tone="neutral" Icon={CircleX} title="Subscription Cancelled" onDismiss={dismiss}>
        Nothing was charged. You can try again by selecting a plan.
      </Banner>
    );
  }
  return null;
}
