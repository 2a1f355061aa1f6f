import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { buttonClass } from "../../components/button-class";
import { Button } from "../../components/button";
import { useConfirmationMail } from "../../lib/use-confirmation-mail";

type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;
export type Unconfirmed = Pick<Owner, "email"> & {
  addressProblem: NonNullable<Owner["addressProblem"]>;
};

/** On a plan with a trial, before the press: it begins with a confirmed address. */
export function ConfirmFirst({
  planType,
  unconfirmed: { email, addressProblem },
}: {
  planType: PaidPlanType;
  unconfirmed: Unconfirmed;
}) {
  const { isSending, sendAgain } = useConfirmationMail(planType);
  const { isMailSent, mayTryAgain, outboxUrl, what } = addressProblem;
  return (
    <div className="grid gap-2 rounded-control bg-accent-soft p-3 text-small">
      <p>
        <span className="font-medium">First confirm your address.</span>{" "}
        {what !== "unconfirmed"
          ? `Mail does not reach ${email}: see the top of this page.`
          : isMailSent
            ? `Press the link in the mail to ${email}, and you come back here.`
            : `We have not sent a link to ${email} yet.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayTryAgain && (
          <Button disabled={isSending} onClick={() => void sendAgain()}>
            {isSending ? "Sending..." : isMailSent ? "Send again" : "Send the link"}
          </Button>
        )}
        {outboxUrl !== null && (
          <a href={outboxUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
            Open the outbox
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
    </div>
  );
}
