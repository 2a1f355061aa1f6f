import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Spinner } from "../../../components/spinner";
import { formatDateTime } from "../../../lib/formats";
import { useNow } from "../../../lib/use-now";
import { RunDetails, stateOf } from "./run-details";
import { ENDED, INTERRUPTED, LOG } from "./texts";

/** The newest runs of an action. */
export function RunLog({ actionId }: { actionId: Id<"actions"> }) {
  const nowMs = useNow();
  const runs = useQuery(api.actions.runs, { actionId });
  if (runs === undefined) return <Spinner label={LOG.loading} />;
  if (runs.length === 0) return <p className="text-muted">{LOG.none}</p>;
  return (
    <div className="grid gap-3">
      <ul
        aria-label={LOG.label}
        className="divide-y divide-line rounded-control border border-line"
      >
        {runs.map((run) => {
          const { tone, label } = stateOf(run, nowMs);
          return (
            <li key={run.id} className="px-3 py-2">
              <details>
                <summary className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:min-h-11">
                  <span className="font-medium">{LOG.sources[run.channel ?? "test"]}</span>
                  <Badge tone={tone}>{label}</Badge>
                  <span className="text-small text-muted sm:ml-auto">
                    {formatDateTime(run.atMs)}
                  </span>
                </summary>
                <div className="grid gap-3 py-2">
                  {label === ENDED.running.label && (
                    <p className="text-small text-bad">{INTERRUPTED}</p>
                  )}
                  <RunDetails run={run} />
                </div>
              </details>
            </li>
          );
        })}
      </ul>
      <p className="text-small text-faint">{LOG.kept}</p>
    </div>
  );
}
