import { useMutation } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../../convex/catalog/accountMessages";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthCard } from "./auth-card";

const TITLE = "Turn these mails off";

type StopMailCardProps = { stopKey: string };

/** Where the link in a mail leads that turns its kind off; it needs no session. */
export function StopMailCard({ stopKey }: StopMailCardProps) {
  usePageTitle(TITLE);
  const unsubscribe = useMutation(api.account.unsubscribe);
  const [state, setState] = useState<"asking" | "busy" | "done" | "refused">("asking");
  // For words alone: whether the key is good is for the backend to say.
  const what =
    stopKey.split(".")[1] === "summary" ? "weekly summary" : "mail about usage and spending";

  async function press() {
    setState("busy");
    try {
      await unsubscribe({ key: stopKey });
      setState("done");
    } catch (error) {
      // Anything else may go better the next time.
      setState(userErrorOf(error)?.code === "link_refused" ? "refused" : "asking");
      toast.error(reasonOf(error));
    }
  }

  if (state === "done") {
    return (
      <AuthCard
        title="You get no more of these"
        intro={`There will be no ${what} any more. On your account page you can turn it on again.`}
      >
        <ToAccount />
      </AuthCard>
    );
  }
  if (state === "refused") {
    return (
      <AuthCard title={TITLE} intro={ACCOUNT_MESSAGES.stopLinkRefused}>
        <ToAccount />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={TITLE}
      intro={`One press, and there will be no ${what} any more. Mail about security and payments still comes.`}
    >
      <Button variant="primary" disabled={state === "busy"} onClick={() => void press()}>
        {state === "busy" ? "Turning off..." : "Turn off"}
      </Button>
    </AuthCard>
  );
}

function ToAccount() {
  return (
    <Link to={ROUTES.account} className={buttonClass("primary")}>
      Go to your account
    </Link>
  );
}
