import type { FunctionReturnType } from "convex/server";
import { useId, useState } from "react";
import type { api } from "../../../convex/_generated/api";
import { FAILING_DAYS } from "../../../convex/shared/webhooks";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { formatDateTime } from "../../lib/formats";
import { EndpointActions } from "./endpoint-actions";
import { ENDPOINT, EVENT_NAMES } from "./texts";

const EndpointDialog = lazyPart(() => import("./endpoint-dialog"), "EndpointDialog");
const DeliveryLog = lazyPart(() => import("./delivery-log"), "DeliveryLog");

export type Endpoint = FunctionReturnType<typeof api.webhooks.listEndpoints>[number];

type EndpointRowProps = { endpoint: Endpoint; onSecret: (secret: string) => void };

export function EndpointRow({ endpoint, onSecret }: EndpointRowProps) {
  const { id, url, events, isOn } = endpoint;
  const [isEditing, setIsEditing] = useState(false);
  const [isLogShown, setIsLogShown] = useState(false);
  const logId = useId();
  return (
    <li aria-label={url} className="grid gap-3 border-t border-line pt-6 first:border-0 first:pt-0">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 font-medium wrap-anywhere">{url}</p>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? ENDPOINT.on : ENDPOINT.off}</Badge>
        </div>
        <p className="text-small text-muted">
          {events.map((event) => EVENT_NAMES[event]).join(" · ")}
        </p>
        <EndpointProblem endpoint={endpoint} />
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
          endpoint={{ id, isOn, name: url }}
          onEdit={() => setIsEditing(true)}
          onTested={() => setIsLogShown(true)}
        />
      </div>
      {isLogShown && (
        <div id={logId}>
          <DeliveryLog endpointId={id} isOn={isOn} />
        </div>
      )}
      {isEditing && (
        <EndpointDialog
          endpoint={endpoint}
          onSecret={onSecret}
          onClose={() => setIsEditing(false)}
        />
      )}
    </li>
  );
}

/** Why events do not arrive, and what to do. */
function EndpointProblem({ endpoint: { isOn, off, failingSinceMs } }: { endpoint: Endpoint }) {
  if (!isOn && off !== null) {
    const at = formatDateTime(off.atMs);
    return (
      <p className="text-small text-bad">
        {off.why === "gone" ? ENDPOINT.gone(at) : ENDPOINT.failed(at, FAILING_DAYS)}
      </p>
    );
  }
  if (!isOn || failingSinceMs === null) return null;
  return (
    <p className="text-small text-warn">{ENDPOINT.failingSince(formatDateTime(failingSinceMs))}</p>
  );
}
