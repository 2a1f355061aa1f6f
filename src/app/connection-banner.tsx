import { useConvexConnectionState } from "convex/react";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";

/** Short breaks heal unnoticed, so the banner waits this long. */
const PATIENCE_MS = 2_000;
/** A network that swallows everything leaves the connection open. No mutation takes as long, while actions wait for others. */
const ANSWER_MS = 10_000;

export function ConnectionBanner() {
  const { isWebSocketConnected, inflightMutations } = useConvexConnectionState();
  const patienceMs = isWebSocketConnected ? inflightMutations > 0 && ANSWER_MS : PATIENCE_MS;
  return <div role="status">{patienceMs && <LostConnection patienceMs={patienceMs} />}</div>;
}

function LostConnection({ patienceMs }: { patienceMs: number }) {
  const [isOverdue, setIsOverdue] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOverdue(true);
    }, patienceMs);
    return () => {
      clearTimeout(timer);
    };
  }, [patienceMs]);

  if (!isOverdue) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 font-medium text-warn">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      No connection. Trying to reconnect; what you see may be out of date.
    </p>
  );
}
