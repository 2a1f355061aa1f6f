import type { FunctionReturnType } from "convex/server";
import { ExternalLink, MailWarning } from "lucide-react";
import type { api } from "../../convex/_generated/api";
import { UNCONFIRMED_TEST_MINUTES } from "../../convex/shared/limits";
import { readSupportEmail } from "../lib/env";
import { useConfirmationMail } from "../lib/use-confirmation-mail";
import { Banner } from "./banner";
import { Button } from "./button";
import { buttonClass } from "./button-class";

type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;

type AddressBannerProps = {
  email: string | undefined;
  addressProblem: NonNullable<Owner["addressProblem"]>;
};

/** On every page of the dashboard and in the studio, until the address is known to be the owner's, and mail reaches it. */
export function AddressBanner({ email, addressProblem }: AddressBannerProps) {
  const { isSending, sendAgain } = useConfirmationMail();
  if (email === undefined) return null;
  const { what, outboxUrl, mayTryAgain } = addressProblem;
  const { title, text, action } = wordsFor(addressProblem, email);

  return (
    <Banner
      tone={what === "unconfirmed" ? "accent" : "warn"}
      Icon={MailWarning}
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          {mayTryAgain && (
            <Button disabled={isSending} onClick={() => void sendAgain()}>
              {isSending ? "Sending..." : action}
            </Button>
          )}
          {outboxUrl !== null && (
            <a href={outboxUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
              Open the outbox
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </div>
      }
    >
      {text}
    </Banner>
  );
}

interface Words {
  title: string;
  text: string;
  action: string;
}

const UNTIL_THEN = `Until then you can test for ${UNCONFIRMED_TEST_MINUTES} minutes, and a free trial cannot begin.`;

function wordsFor(
  { what, isMailSent, mayTryAgain }: AddressBannerProps["addressProblem"],
  email: string,
): Words {
  switch (what) {
    case "unconfirmed":
      return {
        title: "Confirm Your Address",
        text: isMailSent
          ? `Press the link in the mail that we sent to ${email}. ${UNTIL_THEN}`
          : `We have not sent a confirmation link to ${email} yet. Ask for one and press it. ${UNTIL_THEN}`,
        action: isMailSent ? "Send again" : "Send the link",
      };
    case "bounced":
      return {
        title: "Mail Does Not Reach You",
        text: `Mail to ${email} came back, so we send no more. If the address is right and the mailbox takes mail, let us try again.`,
        action: "Try again",
      };
    case "complained":
      return {
        title: "You Get No Mail From Us",
        text: mayTryAgain
          ? `A mail to ${email} was marked as spam, so we send no more. If that was a mistake, let us write again.`
          : `A mail to ${email} was marked as spam, so we send no more. If the address is yours, write to ${readSupportEmail(import.meta.env)}.`,
        action: "Write again",
      };
    case "refused":
      return {
        title: "Mail Does Not Reach You",
        text: `The mail service does not take ${email} as an address. If it is right, let us try again.`,
        action: "Try again",
      };
  }
}
