import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/button";
import { buttonClass } from "../../components/button-class";
import type { ErrorCode } from "../../../convex/shared/errors";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { ROUTES } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { AuthCard } from "./auth-card";
import { CONFIRM } from "./texts";

type LinkCardProps = {
  title: string;
  intro: string;
  action: string;
  busy?: string;
  done: string;
  thanks?: string;
  /** Where the button leads after the confirmation. */
  next?: Next;
  /** Confirms. May return another thank-you text and another place to go to. */
  confirm: () => Promise<(Next & { thanks: string }) | null>;
};

type Next = { label: string; to: string };

const TO_DASHBOARD = { label: CONFIRM.toDashboard, to: ROUTES.dashboard };

/** With these errors, trying again cannot help. */
const FINAL_ERRORS: readonly ErrorCode[] = ["link_refused", "address_taken"];

/**
 * The page behind a link in an email. It asks for a click, because some email services open every link
 * automatically, and they must not confirm what a stranger asked for.
 */
export function LinkCard(props: LinkCardProps) {
  const { title, intro, action, busy = CONFIRM.busy, done, confirm } = props;
  const { thanks = CONFIRM.thanks, next = TO_DASHBOARD } = props;
  const [after, setAfter] = useState({ ...next, thanks });
  const [isBusy, setIsBusy] = useState(false);
  const [isDone, setIsDone] = useState(false);
  /** Why the link is not accepted. */
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit() {
    setIsBusy(true);
    try {
      const followUp = await confirm();
      if (followUp !== null) setAfter(followUp);
      setIsDone(true);
    } catch (error) {
      const userError = userErrorOf(error);
      if (userError !== null && FINAL_ERRORS.includes(userError.code))
        setRefusal(userError.message);
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
        <Button variant="primary" disabled={isBusy} onClick={() => void submit()}>
          {isBusy ? busy : action}
        </Button>
      )}
    </AuthCard>
  );
}
