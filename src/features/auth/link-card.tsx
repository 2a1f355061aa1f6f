import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import type { ErrorCode } from "../../../convex/shared/errors";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { AuthCard } from "./auth-card";

type LinkCardProps = {
  title: string;
  intro: string;
  action: string;
  busy?: string;
  done: string;
  thanks?: string;
  /** Where it goes on. */
  next?: Next;
  /** May answer where it goes on instead. */
  press: () => Promise<(Next & { thanks: string }) | null>;
};

type Next = { label: string; to: string };

const TO_DASHBOARD = { label: "Go to the dashboard", to: ROUTES.dashboard };

/** After these, pressing once more is of no use. */
const OVER: readonly ErrorCode[] = ["link_refused", "address_taken"];

/**
 * Where a mail's link leads. It takes a press: some mail services open every link by themselves, and they must
 * not confirm what a stranger asked for.
 */
export function LinkCard(props: LinkCardProps) {
  const { title, intro, action, busy = "Confirming...", done, press } = props;
  const { thanks = "Thank you. That is all.", next = TO_DASHBOARD } = props;
  const [after, setAfter] = useState({ ...next, thanks });
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  /** Why the link is no good. */
  const [refusal, setRefusal] = useState<string | null>(null);

  async function follow() {
    setIsBusy(true);
    try {
      const answered = await press();
      if (answered !== null) setAfter(answered);
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
    <AuthCard title={isDone ? done : title} intro={isDone ? after.thanks : (refusal ?? intro)}>
      {isDone || refusal !== null ? (
        <Link to={after.to} className={buttonClass("primary")}>
          {after.label}
        </Link>
      ) : (
        <Button variant="primary" disabled={isBusy} onClick={() => void follow()}>
          {isBusy ? busy : action}
        </Button>
      )}
    </AuthCard>
  );
}
