import { useMutation } from "convex/react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/catalog/accountMessages";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthCard } from "./auth-card";
import { AuthFrame } from "./auth-frame";
import { StopMailCard } from "./stop-mail-card";

/** Where links in mails lead that need a press: one of two, which share an address and a chunk. */
export function ConfirmPage() {
  const [params] = useSearchParams();
  const stopKey = params.get("stop");
  return (
    <AuthFrame>
      {stopKey === null ? (
        <ConfirmCard linkKey={params.get("key")} />
      ) : (
        <StopMailCard stopKey={stopKey} />
      )}
    </AuthFrame>
  );
}

type ConfirmCardProps = { linkKey: string | null };

/**
 * Where the link leads that confirms an address. It takes a press: some mail services open every link by
 * themselves, and they must not confirm what a stranger signed up with.
 */
function ConfirmCard({ linkKey: key }: ConfirmCardProps) {
  usePageTitle("Confirm your address");
  const confirm = useMutation(api.account.confirmAddress);
  const [state, setState] = useState<"asking" | "busy" | "done" | "over">(
    key === null ? "over" : "asking",
  );

  async function press() {
    setState("busy");
    try {
      await confirm({ key: key ?? "" });
      setState("done");
    } catch (error) {
      // Anything else may go better the next time.
      setState(userErrorOf(error)?.code === "link_refused" ? "over" : "asking");
      toast.error(reasonOf(error));
    }
  }

  const isOpen = state === "asking" || state === "busy";
  return (
    <AuthCard
      title={state === "done" ? "Your address is confirmed" : "Confirm your address"}
      intro={
        state === "done"
          ? "Thank you. That is all."
          : isOpen
            ? "One press, and we know that the address you signed up with is yours."
            : ACCOUNT_MESSAGES.confirmationOver
      }
    >
      {isOpen ? (
        <Button variant="primary" disabled={state === "busy"} onClick={() => void press()}>
          {state === "busy" ? "Confirming..." : "Confirm address"}
        </Button>
      ) : (
        <Link to={ROUTES.dashboard} className={buttonClass("primary")}>
          Go to the dashboard
        </Link>
      )}
    </AuthCard>
  );
}
