import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { LinkCard } from "./link-card";

const TITLE = "Turn these mails off";

type StopMailCardProps = { stopKey: string };

/** Where the link in a mail leads that turns its kind off; it needs no session. */
export function StopMailCard({ stopKey }: StopMailCardProps) {
  usePageTitle(TITLE);
  const unsubscribe = useMutation(api.account.unsubscribe);
  // For words alone: whether the key is good is for the backend to say.
  const what =
    stopKey.split(".")[1] === "summary" ? "weekly summary" : "mail about usage and spending";
  return (
    <LinkCard
      title={TITLE}
      intro={`One press, and there will be no ${what} any more. Mail about security and payments still comes.`}
      action="Turn off"
      busy="Turning off..."
      done="You get no more of these"
      thanks={`There will be no ${what} any more. On your account page you can turn it on again.`}
      next={TO_ACCOUNT}
      press={() => unsubscribe({ key: stopKey })}
    />
  );
}

const TO_ACCOUNT = { label: "Go to your account", to: ROUTES.account };
