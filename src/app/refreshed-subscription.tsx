import { useAction, useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../convex/_generated/api";

/** Asks the payment service at once, since its own word may come after the owner does. */
export function RefreshedSubscription() {
  const refresh = useAction(api.subscriptions.refreshSubscription);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const [hasAnswered, setHasAnswered] = useState(false);
  const isAsked = useRef(false);

  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    const answer = () => setHasAnswered(true);
    refresh().then(answer, answer);
  }, [refresh]);

  const status = subscription?.status;
  if (status === "active" || status === "trialing") return "You can publish your assistants now.";
  return hasAnswered
    ? "Your plan shows here as soon as the payment service confirms it."
    : "Your plan is being set up.";
}
