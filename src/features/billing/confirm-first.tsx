import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { buttonClass } from "../../components/button-class";
import { Button } from "../../components/button";
import { ADDRESS_BANNER } from "../../components/dashboard-texts";
import { NEW_TAB } from "../../components/texts";
import { useConfirmationMail } from "../../lib/use-confirmation-mail";
import { CONFIRM_FIRST } from "./texts";

type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;
export type Unconfirmed = Pick<Owner, "email"> & {
  addressProblem: NonNullable<Owner["addressProblem"]>;
};

/** Says, before the owner starts a trial, that it needs a confirmed email address. */
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
        <span className="font-medium">{CONFIRM_FIRST.title}</span>{" "}
        {what !== "unconfirmed"
          ? CONFIRM_FIRST.notReached(email ?? "")
          : isMailSent
            ? CONFIRM_FIRST.linkSent
            : CONFIRM_FIRST.linkNotSent(email ?? "")}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayTryAgain && (
          <Button disabled={isSending} onClick={() => void sendAgain()}>
            {isSending
              ? ADDRESS_BANNER.sending
              : isMailSent
                ? ADDRESS_BANNER.sendAgain
                : ADDRESS_BANNER.sendLink}
          </Button>
        )}
        {outboxUrl !== null && (
          <a href={outboxUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
            {ADDRESS_BANNER.openOutbox}
            <span className="sr-only">{NEW_TAB}</span>
          </a>
        )}
      </div>
    </div>
  );
}
