import type { FunctionReturnType } from "convex/server";
import { Suspense, useId, useState } from "react";
import type { api } from "../../../convex/_generated/api";
import { MESSENGER_NAMES } from "../../../convex/shared/messengers";
import { FAILING_DAYS } from "../../../convex/shared/webhooks";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { Spinner } from "../../components/spinner";
import { formatDateTime } from "../../lib/formats";
import { EndpointActions } from "./endpoint-actions";
import { MessengerDialog } from "./messenger-dialog";
import { MESSENGER_TEXTS } from "./messenger-texts";
import { ENDPOINT, EVENT_NAMES, LOG } from "./texts";

const DeliveryLog = lazyPart(() => import("./delivery-log"), "DeliveryLog");

export type Messenger = FunctionReturnType<typeof api.messengers.listMessengers>[number];

export function MessengerRow({ messenger }: { messenger: Messenger }) {
  const { id, kind, address, chatId, events, isOn } = messenger;
  const [isEditing, setIsEditing] = useState(false);
  const [isLogShown, setIsLogShown] = useState(false);
  const logId = useId();
  const where = chatId === null ? address : MESSENGER_TEXTS.chat(chatId, address);
  const name = `${MESSENGER_NAMES[kind]}, ${where}`;
  return (
    <li
      aria-label={name}
      className="grid gap-3 border-t border-line pt-6 first:border-0 first:pt-0"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-medium wrap-anywhere">{MESSENGER_NAMES[kind]}</p>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? ENDPOINT.on : ENDPOINT.off}</Badge>
        </div>
        <p className="text-small wrap-anywhere text-muted">{where}</p>
        <p className="text-small text-muted">
          {events.map((event) => EVENT_NAMES[event]).join(" · ")}
        </p>
        <MessengerProblem messenger={messenger} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          aria-expanded={isLogShown}
          aria-controls={isLogShown ? logId : undefined}
          onClick={() => setIsLogShown(!isLogShown)}
        >
          {isLogShown ? ENDPOINT.hideLog : ENDPOINT.showLog}
        </Button>
        <EndpointActions
          endpoint={{ id, isOn, name }}
          onEdit={() => setIsEditing(true)}
          onTested={() => setIsLogShown(true)}
        />
      </div>
      {isLogShown && (
        <div id={logId}>
          <Suspense fallback={<Spinner label={LOG.loading} />}>
            <DeliveryLog endpointId={id} isOn={isOn} />
          </Suspense>
        </div>
      )}
      {isEditing && (
        <MessengerDialog kind={kind} messenger={messenger} onClose={() => setIsEditing(false)} />
      )}
    </li>
  );
}

/** Why messages do not arrive, and what to do. */
function MessengerProblem({ messenger }: { messenger: Messenger }) {
  const { kind, isOn, off, failingSinceMs } = messenger;
  if (!isOn && off !== null) {
    const at = formatDateTime(off.atMs);
    return (
      <p className="text-small wrap-anywhere text-bad">
        {off.why === "gone"
          ? MESSENGER_TEXTS.gone(at, MESSENGER_NAMES[kind], off.answer ?? "")
          : MESSENGER_TEXTS.failed(at, FAILING_DAYS)}
      </p>
    );
  }
  if (!isOn || failingSinceMs === null) return null;
  return (
    <p className="text-small text-warn">{ENDPOINT.failingSince(formatDateTime(failingSinceMs))}</p>
  );
}
