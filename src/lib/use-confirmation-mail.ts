import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../convex/_generated/api";
import { ACCOUNT_MESSAGES } from "../../convex/shared/accountMessages";
import type { PaidPlanType } from "../../convex/shared/plans";
import { reasonOf } from "./error-reason";
import { toast } from "./toast";

/** Sends the confirmation email again. With a plan, its link leads back to that plan. */
export function useConfirmationMail(planType?: PaidPlanType) {
  const send = useMutation(api.account.sendConfirmation);
  const [isSending, setIsSending] = useState(false);

  async function sendAgain() {
    setIsSending(true);
    try {
      await send(planType === undefined ? {} : { planType });
      toast.success(ACCOUNT_MESSAGES.confirmationSent);
    } catch (error) {
      toast.error(ACCOUNT_MESSAGES.confirmationNotSent, { description: reasonOf(error) });
    }
    setIsSending(false);
  }

  return { isSending, sendAgain };
}
