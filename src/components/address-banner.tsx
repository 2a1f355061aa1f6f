import type { FunctionReturnType } from "convex/server";
import { ExternalLink, MailWarning } from "lucide-react";
import type { api } from "../../convex/_generated/api";
import { UNCONFIRMED_TEST_MINUTES } from "../../convex/shared/limits";
import { readSupportEmail } from "../lib/env";
import { useConfirmationMail } from "../lib/use-confirmation-mail";
import { Banner } from "./banner";
import { Button } from "./button";
import { buttonClass } from "./button-class";
import { ADDRESS_BANNER } from "./dashboard-texts";
import { NEW_TAB } from "./texts";

type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;

type AddressBannerProps = {
  email: string | undefined;
  addressProblem: NonNullable<Owner["addressProblem"]>;
};

/** Shown in the dashboard and in the studio until the owner's address is confirmed and receives our emails. */
export function AddressBanner({ email, addressProblem }: AddressBannerProps) {
  const { isSending, sendAgain } = useConfirmationMail();
  if (email === undefined) return null;
  const { what, outboxUrl, mayTryAgain } = addressProblem;
  const { title, text, action } = textsFor(addressProblem, email);

  return (
    <Banner
      tone={what === "unconfirmed" ? "accent" : "warn"}
      Icon={MailWarning}
      title={title}
      isFolding={mayTryAgain || outboxUrl !== null}
      action={
        <>
          {mayTryAgain && (
            <Button size="small" disabled={isSending} onClick={() => void sendAgain()}>
              {isSending ? ADDRESS_BANNER.sending : action}
            </Button>
          )}
          {outboxUrl !== null && (
            <a
              href={outboxUrl}
              target="_blank"
              rel="noreferrer"
              className={buttonClass("secondary", "small")}
            >
              {ADDRESS_BANNER.openOutbox}
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">{NEW_TAB}</span>
            </a>
          )}
        </>
      }
    >
      {text}
    </Banner>
  );
}

interface Texts {
  title: string;
  text: string;
  action: string;
}

function textsFor(
  { what, isMailSent, mayTryAgain }: AddressBannerProps["addressProblem"],
  email: string,
): Texts {
  switch (what) {
    case "unconfirmed": {
      const step = isMailSent ? ADDRESS_BANNER.linkSent : ADDRESS_BANNER.linkNotSent;
      return {
        title: ADDRESS_BANNER.unconfirmed,
        text: `${step(email)} ${ADDRESS_BANNER.untilThen(UNCONFIRMED_TEST_MINUTES)}`,
        action: isMailSent ? ADDRESS_BANNER.sendAgain : ADDRESS_BANNER.sendLink,
      };
    }
    case "bounced":
      return {
        title: ADDRESS_BANNER.unreachable,
        text: ADDRESS_BANNER.bounced(email),
        action: ADDRESS_BANNER.tryAgain,
      };
    case "complained":
      return {
        title: ADDRESS_BANNER.stopped,
        text: mayTryAgain
          ? ADDRESS_BANNER.markedAsSpam(email)
          : ADDRESS_BANNER.markedAsSpamForGood(email, readSupportEmail(import.meta.env)),
        action: ADDRESS_BANNER.resume,
      };
    case "refused":
      return {
        title: ADDRESS_BANNER.unreachable,
        text: ADDRESS_BANNER.refused(email),
        action: ADDRESS_BANNER.tryAgain,
      };
  }
}
