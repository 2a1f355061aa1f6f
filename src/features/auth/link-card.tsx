import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import type { ErrorCode } from "../../../convex/catalog/errors";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { AuthCard } from "./auth-card";

type LinkCardProps = {
  title: string;
  intro: string;
  action: string;
  done: string;
  press: () => Promise<unknown>;
};

/** After these, pressing once more is of no use. */
const OVER: readonly ErrorCode[] = ["link_refused", "address_taken"];

/**
 * Where a mail's link leads. It takes a press: some mail services open every link by themselves, and they must
 * not confirm what a stranger asked for.
 */
export function LinkCard({ title, intro, action, done, press }: LinkCardProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  /** Why the link is no good. */
  const [refusal, setRefusal] = useState<string | null>(null);

  async function follow() {
    setIsBusy(true);
    try {
      await press();
      setIsDone(true);
    } catch (error) {
      const refused = userErrorOf(error);
      // Anything else may go better the next time.
      if (refused !== null && OVER.includes(refused.code)) setRefusal(refused.message);
      toast.error(reasonOf(error));
    }
    setIsBusy(false);
  }

  return (
    <AuthCard
      title={isDone ? done : title}
      intro={isDone ? "Thank you. That is all." : (refusal ?? intro)}
    >
      {isDone || refusal !== null ? (
        <Link to={ROUTES.dashboard} className={buttonClass("primary")}>
          Go to the dashboard
        </Link>
      ) : (
        <Button variant="primary" disabled={isBusy} onClick={() => void follow()}>
          {isBusy ? "Confirming..." : action}
        </Button>
      )}
    </AuthCard>
  );
}
