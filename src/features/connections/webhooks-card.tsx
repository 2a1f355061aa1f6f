import { useQuery } from "convex/react";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_WEBHOOKS, WEBHOOK_MESSAGES } from "../../../convex/shared/webhooks";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { lazyPart } from "../../components/lazy-part";
import { SecretDialog } from "../../components/secret-dialog";
import { Spinner } from "../../components/spinner";
import { EndpointRow } from "./endpoint-row";
import { NoneYet } from "./none-yet";
import { WEBHOOKS } from "./texts";

const EndpointDialog = lazyPart(() => import("./endpoint-dialog"), "EndpointDialog");

export function WebhooksCard() {
  const endpoints = useQuery(api.webhooks.listEndpoints);
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = (endpoints?.length ?? 0) >= MAX_WEBHOOKS;
  return (
    <Card
      title={WEBHOOKS.title}
      subtitle={WEBHOOKS.subtitle}
      aside={
        <Button disabled={endpoints === undefined || isFull} onClick={() => setIsAdding(true)}>
          {WEBHOOKS.add}
        </Button>
      }
    >
      {endpoints === undefined ? (
        <Spinner label={WEBHOOKS.loading} />
      ) : endpoints.length === 0 ? (
        <NoneYet Icon={Webhook} text={WEBHOOKS.empty} />
      ) : (
        <ul className="grid gap-6">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {isFull && <p className="text-small text-muted">{WEBHOOK_MESSAGES.tooMany}</p>}
      {isAdding && (
        <EndpointDialog endpoint={null} onSecret={setSecret} onClose={() => setIsAdding(false)} />
      )}
      {secret !== null && (
        <SecretDialog
          title={WEBHOOKS.secretTitle}
          explanation={WEBHOOKS.secretText}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Card>
  );
}
