import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { LinkCard } from "./link-card";

const TITLE = "Turn these emails off";

type StopMailCardProps = { stopKey: string };

/** Where the link in a mail leads that turns its kind off; it needs no session. */
export function StopMailCard({ stopKey }: StopMailCardProps) {
  usePageTitle(TITLE);
  const unsubscribe = useMutation(api.account.unsubscribe);
  // For words alone: whether the key is good is for the backend to say.
  const kind = stopKey.split(".")[1] ?? "";
  const what = KINDS[kind] ?? "mail about usage and spending";
  const isOutcomes = kind === "outcomes";
  return (
    <LinkCard
      title={TITLE}
      intro={`One press, and there will be no ${what} any more.${isOutcomes ? "" : " Mail about security and payments still comes."}`}
      action="Turn off"
      busy="Turning off..."
      done="You get no more of these"
      thanks={`There will be no ${what} any more. On ${isOutcomes ? "the Connections page of the account" : "your account page"} you can turn it on again.`}
      next={isOutcomes ? TO_CONNECTIONS : TO_ACCOUNT}
      press={async () => {
        await unsubscribe({ key: stopKey });
        return null;
      }}
    />
  );
}

const KINDS: Record<string, string> = {
  summary: "weekly summary",
  outcomes: "mail about what calls left in the inbox",
};
const TO_CONNECTIONS = { label: "Go to Connections", to: ROUTES.connections };
const TO_ACCOUNT = { label: "Go to your account", to: ROUTES.account };
