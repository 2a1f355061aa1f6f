import { useAction } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../convex/_generated/api";

const WORDS = {
  asked: "Your plan is being set up.",
  known: "You can publish your assistants now.",
  late: "Your plan shows here as soon as the payment service confirms it.",
} as const;

/** Asks the payment service at once, since its own word may come after the owner does. */
export function RefreshedSubscription() {
  const refresh = useAction(api.subscriptions.refreshSubscription);
  const [state, setState] = useState<keyof typeof WORDS>("asked");
  const isAsked = useRef(false);

  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    refresh().then(
      () => setState("known"),
      () => setState("late"),
    );
  }, [refresh]);

  return WORDS[state];
}
