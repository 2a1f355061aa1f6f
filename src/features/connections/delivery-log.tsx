import { useMutation, usePaginatedQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { DELIVERIES_KEPT_DAYS } from "../../../convex/shared/webhooks";
import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { formatDateTime, formatResponseTime } from "../../lib/formats";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { EVENT_NAMES, LOG, TEST_EVENT } from "./texts";

type Delivery = FunctionReturnType<typeof api.webhooks.pageDeliveries>["page"][number];
type Attempt = Delivery["attempts"][number];
type DeliveryLogProps = { endpointId: Id<"webhookEndpoints">; isOn: boolean };

const PAGE_SIZE = 10;
const STATES = {
  waiting: { tone: "warn", label: LOG.waiting },
  delivered: { tone: "good", label: LOG.delivered },
  failed: { tone: "bad", label: LOG.failed },
} as const;

export function DeliveryLog({ endpointId, isOn }: DeliveryLogProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.webhooks.pageDeliveries,
    { endpointId },
    { initialNumItems: PAGE_SIZE },
  );
  if (status === "LoadingFirstPage") return <Spinner label={LOG.loading} />;
  if (results.length === 0) {
    return <p className="text-muted">{LOG.empty}</p>;
  }
  return (
    <div className="grid gap-3">
      <ul
        aria-label={LOG.label}
        className="divide-y divide-line rounded-control border border-line"
      >
        {results.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-faint">{LOG.kept(DELIVERIES_KEPT_DAYS)}</p>
        {status !== "Exhausted" && (
          <Button disabled={status === "LoadingMore"} onClick={() => loadMore(PAGE_SIZE)}>
            {status === "LoadingMore" ? LOG.loadingMore : LOG.loadMore}
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
        toast.error(`${LOG.sendAgainFailed} ${reasonOf(error)}`);
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
            <p className="text-small text-muted">{LOG.onItsWay}</p>
          ) : (
            <ol aria-label={LOG.attempts} className="grid gap-2 text-small">
              {attempts.toReversed().map((attempt) => (
                <AttemptRow key={attempt.atMs} attempt={attempt} />
              ))}
            </ol>
          )}
          {nextAtMs !== null && attempts.length > 0 && isOn && (
            <p className="text-small text-muted">{LOG.nextAttempt(formatDateTime(nextAtMs))}</p>
          )}
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
            tabIndex={0}
            role="region"
            aria-label={LOG.bodyLabel(eventId)}
            className="max-h-48 w-full overflow-auto rounded-control border border-line bg-canvas p-3 text-small"
          >
            <code>{body}</code>
          </pre>
          {isOn && (
            <Button
              className="justify-self-start"
              disabled={isBusy}
              aria-label={LOG.sendAgainLabel(eventName(type), at)}
              onClick={sendAgain}
            >
              {isBusy ? LOG.sending : LOG.sendAgain}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

function AttemptRow({ attempt: { atMs, status, durationMs, response } }: { attempt: Attempt }) {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3">
        <Badge tone={isGood ? "good" : "bad"}>{status ?? LOG.noAnswer}</Badge>
        <span className="text-muted tabular-nums">
          {LOG.attempt(formatDateTime(atMs), formatResponseTime(durationMs))}
        </span>
      </p>
      {response !== "" && (
        <p className="wrap-anywhere whitespace-pre-wrap text-muted">{response}</p>
      )}
    </li>
  );
}

/** A test has a type that is not among the events. */
function eventName(type: string): string {
  return (EVENT_NAMES as Record<string, string>)[type] ?? TEST_EVENT;
}
