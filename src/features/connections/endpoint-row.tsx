import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useId, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { lazyPart } from "../../components/lazy-part";
import { focusMain } from "../../components/skip-link";
import { reasonOf } from "../../lib/error-reason";
import { formatDateTime } from "../../lib/formats";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { EVENT_NAMES } from "./event-names";

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
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
        </div>
        <p className="text-small text-muted">
          {events.map((event) => EVENT_NAMES[event]).join(" · ")}
        </p>
        <Trouble endpoint={endpoint} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          aria-expanded={isLogShown}
          aria-controls={isLogShown ? logId : undefined}
          onClick={() => setIsLogShown(!isLogShown)}
        >
          {isLogShown ? "Hide log" : "Show log"}
        </Button>
        <EndpointActions
          endpoint={endpoint}
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

/** Why nothing arrives, and what to do. */
function Trouble({ endpoint: { isOn, off, failingSinceMs } }: { endpoint: Endpoint }) {
  if (!isOn && off !== null) {
    const at = formatDateTime(off.atMs);
    return (
      <p className="text-small text-bad">
        {off.why === "gone"
          ? `Switched off ${at}: the server answered that it wants no more (410 Gone).`
          : `Switched off ${at}, after five days of nothing but failure.`}{" "}
        What waits is sent when you switch it on.
      </p>
    );
  }
  if (!isOn || failingSinceMs === null) return null;
  return (
    <p className="text-small text-warn">
      Failing since {formatDateTime(failingSinceMs)}. We go on trying; the log says why.
    </p>
  );
}

type EndpointActionsProps = { endpoint: Endpoint; onEdit: () => void; onTested: () => void };

function EndpointActions({ endpoint, onEdit, onTested }: EndpointActionsProps) {
  const { id: endpointId, url, isOn } = endpoint;
  const change = useMutation(api.webhooks.changeEndpoint);
  const remove = useMutation(api.webhooks.removeEndpoint);
  const test = useMutation(api.webhooks.sendTest);
  const { isBusy, run } = useOneAtATime();

  function press(failed: string, task: () => Promise<unknown>) {
    run(async () => {
      try {
        await task();
      } catch (error) {
        toast.error(`${failed}. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <>
      {isOn && (
        <Button
          disabled={isBusy}
          aria-label={`Send a test to ${url}`}
          onClick={() =>
            press("Failed to send a test", async () => {
              await test({ endpointId });
              onTested();
            })
          }
        >
          Send a test
        </Button>
      )}
      <Button
        disabled={isBusy}
        aria-label={`Switch ${isOn ? "off" : "on"}: ${url}`}
        onClick={() =>
          press("Failed to change the endpoint", () => change({ endpointId, isOn: !isOn }))
        }
      >
        Switch {isOn ? "off" : "on"}
      </Button>
      <Button aria-label={`Edit ${url}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        variant="quiet"
        disabled={isBusy}
        aria-label={`Delete ${url}`}
        onClick={() => {
          if (!confirm(`Are you sure you want to delete ${url} and its log?`)) return;
          press("Failed to delete the endpoint", async () => {
            await remove({ endpointId });
            focusMain();
          });
        }}
      >
        Delete
      </Button>
    </>
  );
}
