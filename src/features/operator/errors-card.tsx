import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { formatDayTime } from "../../lib/formats";
import { ERRORS, JOBS } from "./texts";

type JobError = FunctionReturnType<typeof api.operatorPage.queue>["errors"][number];

export function ErrorsCard() {
  const queue = useQuery(api.operatorPage.queue);
  return (
    <Card title={ERRORS.title} subtitle={ERRORS.subtitle}>
      {queue === undefined ? (
        <Spinner label={ERRORS.loading} />
      ) : queue.errors.length === 0 ? (
        <p className="text-muted">{ERRORS.empty}</p>
      ) : (
        <ul aria-label={ERRORS.title} className="grid gap-4">
          {queue.errors.map((error) => (
            <li key={error.jobId} className="grid gap-1">
              <p className="font-medium">{JOBS[error.kind]}</p>
              <p className="wrap-anywhere">{error.error === "" ? ERRORS.unnamed : error.error}</p>
              <p className="text-small text-muted tabular-nums">{fateOf(error)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function fateOf({ attempts, givenUpAtMs, nextAtMs }: JobError): string {
  if (givenUpAtMs !== null) return ERRORS.givenUp(attempts, formatDayTime(givenUpAtMs));
  return nextAtMs === null
    ? ERRORS.running(attempts)
    : ERRORS.retried(attempts, formatDayTime(nextAtMs));
}
