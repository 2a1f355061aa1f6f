import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { DELIVERIES_KEPT_DAYS } from "../../../convex/shared/webhooks";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { formatDateTime } from "../../lib/formats";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { eventName } from "./event-names";

type Delivery = FunctionReturnType<typeof api.webhooks.pageDeliveries>["page"][number];
type Attempt = Delivery["attempts"][number];
type DeliveryLogProps = { endpointId: Id<"webhookEndpoints">; isOn: boolean };

const AT_ONCE = 10;
const STATES = {
  waiting: { tone: "warn", label: "Waiting" },
  delivered: { tone: "good", label: "Delivered" },
  failed: { tone: "bad", label: "Failed" },
} as const;

/** What was sent to an endpoint and what came of it, live. */
export function DeliveryLog({ endpointId, isOn }: DeliveryLogProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.webhooks.pageDeliveries,
    { endpointId },
    { initialNumItems: AT_ONCE },
  );
  if (status === "LoadingFirstPage") return <Spinner label="Loading what was sent" />;
  if (results.length === 0) {
    return <p className="text-muted">Nothing was sent yet. “Send a test” shows how it works.</p>;
  }
  return (
    <div className="grid gap-3">
      <ul
        aria-label="What was sent"
        className="divide-y divide-line rounded-control border border-line"
      >
        {results.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-faint">Kept for {DELIVERIES_KEPT_DAYS} days.</p>
        {status !== "Exhausted" && (
          <Button disabled={status === "LoadingMore"} onClick={() => loadMore(AT_ONCE)}>
            {status === "LoadingMore" ? "Loading..." : "Load more"}
          </Button>
        )}
      </div>
    </div>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const { id, type, createdAtMs, state, attempts, nextAtMs, eventId, body } = delivery;
  const resend = useMutation(api.webhooks.resend);
  const { isBusy, run } = useOneAtATime();
  const { tone, label } = STATES[state];
  const at = formatDateTime(createdAtMs);

  function sendAgain() {
    run(async () => {
      try {
        await resend({ deliveryId: id });
      } catch (error) {
        toast.error(`Failed to send it again. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <li className="px-3 py-2">
      <details>
        <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-11">
          <span className="font-medium">{eventName(type)}</span>
          <Badge tone={tone}>{label}</Badge>
          <span className="text-small text-muted sm:ml-auto">{at}</span>
        </summary>
        <div className="grid gap-3 py-2">
          {attempts.length === 0 ? (
            <p className="text-small text-muted">It is on its way.</p>
          ) : (
            <ol aria-label="Attempts" className="grid gap-2 text-small">
              {attempts.toReversed().map((attempt) => (
                <AttemptRow key={attempt.atMs} attempt={attempt} />
              ))}
            </ol>
          )}
          {nextAtMs !== null && attempts.length > 0 && isOn && (
            <p className="text-small text-muted">Next try: {formatDateTime(nextAtMs)}</p>
          )}
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls.
            tabIndex={0}
            role="region"
            aria-label={`What was sent, ${eventId}`}
            className="max-h-48 w-full overflow-auto rounded-control border border-line bg-canvas p-3 text-small"
          >
            <code>{body}</code>
          </pre>
          {isOn && (
            <Button
              className="justify-self-start"
              disabled={isBusy}
              aria-label={`Send again: ${eventName(type)}, ${at}`}
              onClick={sendAgain}
            >
              {isBusy ? "Sending..." : "Send again"}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

function AttemptRow({ attempt: { atMs, status, tookMs, said } }: { attempt: Attempt }) {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge tone={isGood ? "good" : "bad"}>{status ?? "No answer"}</Badge>
        <span className="text-muted tabular-nums">
          {formatDateTime(atMs)}, {(tookMs / 1000).toFixed(1)} s
        </span>
      </p>
      {said !== "" && <p className="wrap-anywhere whitespace-pre-wrap text-muted">{said}</p>}
    </li>
  );
}
