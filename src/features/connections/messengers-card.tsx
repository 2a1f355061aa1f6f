import { useQuery } from "convex/react";
import { MessageSquare, Plus } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import {
  MAX_MESSENGERS,
  MESSENGER_MESSAGES,
  MESSENGER_NAMES,
  MESSENGERS,
  type MessengerKind,
} from "../../../convex/shared/messengers";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { MessengerDialog } from "./messenger-dialog";
import { MESSENGER_TEXTS } from "./messenger-texts";
import { MessengerRow } from "./messenger-row";
import { NoneYet } from "./none-yet";
import { PAGE } from "./texts";

/** Which channels of Slack, Teams, Discord and Telegram are told what happens. */
export function MessengersCard() {
  const messengers = useQuery(api.messengers.listMessengers);
  const [adding, setAdding] = useState<MessengerKind | null>(null);
  const isFull = (messengers?.length ?? 0) >= MAX_MESSENGERS;
  return (
    <Card title={MESSENGER_TEXTS.title} subtitle={MESSENGER_TEXTS.subtitle}>
      {messengers === undefined ? (
        <Spinner label={PAGE.messengersLoading} />
      ) : messengers.length === 0 ? (
        <NoneYet Icon={MessageSquare} text={MESSENGER_TEXTS.empty} />
      ) : (
        <ul className="grid gap-6">
          {messengers.map((messenger) => (
            <MessengerRow key={messenger.id} messenger={messenger} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {MESSENGERS.map((kind) => (
          <Button
            key={kind}
            aria-label={MESSENGER_TEXTS.addLabel(MESSENGER_NAMES[kind])}
            disabled={messengers === undefined || isFull}
            onClick={() => setAdding(kind)}
          >
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            {MESSENGER_NAMES[kind]}
          </Button>
        ))}
        {isFull && <p className="text-small text-muted">{MESSENGER_MESSAGES.tooMany}</p>}
      </div>
      {adding !== null && (
        <MessengerDialog kind={adding} messenger={null} onClose={() => setAdding(null)} />
      )}
    </Card>
  );
}
