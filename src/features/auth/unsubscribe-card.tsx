import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { LinkCard } from "./link-card";
import { UNSUBSCRIBE } from "./texts";

type UnsubscribeCardProps = { stopKey: string };

/** The page behind the unsubscribe link of an email. It needs no session. */
export function UnsubscribeCard({ stopKey }: UnsubscribeCardProps) {
  usePageTitle(UNSUBSCRIBE.title);
  const unsubscribe = useMutation(api.account.unsubscribe);
  // Read only to choose the text: the backend checks the key.
  const group = stopKey.split(".")[1] ?? "";
  const kind = UNSUBSCRIBE.kindOf(group);
  const isOutcomes = group === "outcomes";
  const page = isOutcomes ? UNSUBSCRIBE.connectionsPage : UNSUBSCRIBE.accountPage;
  return (
    <LinkCard
      title={UNSUBSCRIBE.title}
      intro={UNSUBSCRIBE.intro(kind) + (isOutcomes ? "" : UNSUBSCRIBE.othersStay)}
      action={UNSUBSCRIBE.action}
      busy={UNSUBSCRIBE.busy}
      done={UNSUBSCRIBE.done}
      thanks={UNSUBSCRIBE.thanks(kind, page)}
      next={isOutcomes ? TO_CONNECTIONS : TO_ACCOUNT}
      confirm={async () => {
        await unsubscribe({ key: stopKey });
        return null;
      }}
    />
  );
}

const TO_CONNECTIONS = { label: UNSUBSCRIBE.toConnections, to: ROUTES.connections };
const TO_ACCOUNT = { label: UNSUBSCRIBE.toAccount, to: ROUTES.account };
