import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { Badge } from "../../components/badge";
import { Card } from "../../components/card";
import { Spinner } from "../../components/spinner";
import { formatDayTime } from "../../lib/formats";
import { JOBS, QUEUE } from "./texts";

type Kind = FunctionReturnType<typeof api.operatorPage.queue>["kinds"][number];

export function QueueCard() {
  const queue = useQuery(api.operatorPage.queue);
  return (
    <Card title={QUEUE.title}>
      {queue === undefined ? (
        <Spinner label={QUEUE.loading} />
      ) : queue.kinds.length === 0 ? (
        <p className="text-muted">{QUEUE.empty}</p>
      ) : (
        <ul aria-label={QUEUE.title} className="grid gap-4">
          {queue.kinds.map((each) => (
            <KindRow key={each.kind} each={each} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function KindRow({ each: { kind, waiting, running, failed, dueSinceMs } }: { each: Kind }) {
  return (
    <li className="grid gap-1">
      <p className="font-medium">{JOBS[kind]}</p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted tabular-nums">
        {waiting.count > 0 && <Badge tone="neutral">{QUEUE.waiting(QUEUE.counted(waiting))}</Badge>}
        {running.count > 0 && <Badge tone="accent">{QUEUE.running(QUEUE.counted(running))}</Badge>}
        {failed.count > 0 && <Badge tone="bad">{QUEUE.failed(QUEUE.counted(failed))}</Badge>}
        {dueSinceMs !== null && <span>{QUEUE.dueSince(formatDayTime(dueSinceMs))}</span>}
      </p>
    </li>
  );
}
