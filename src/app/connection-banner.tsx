import { useConvexConnectionState } from "convex/react";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { CONNECTION } from "./dashboard-texts";

/** Short interruptions are not worth a banner. */
const RECONNECT_GRACE_MS = 2_000;
/** A silent network can leave the socket open. Mutations are much faster than this; actions may wait for other services. */
const MUTATION_TIMEOUT_MS = 10_000;

export function ConnectionBanner() {
  const { isWebSocketConnected, inflightMutations } = useConvexConnectionState();
  const delayMs = isWebSocketConnected
    ? inflightMutations > 0 && MUTATION_TIMEOUT_MS
    : RECONNECT_GRACE_MS;
  return <div role="status">{delayMs && <LostConnection delayMs={delayMs} />}</div>;
}

function LostConnection({ delayMs }: { delayMs: number }) {
  const [isOverdue, setIsOverdue] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOverdue(true);
    }, delayMs);
    return () => {
      clearTimeout(timer);
    };
  }, [delayMs]);

  if (!isOverdue) return null;
  return (
    <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 font-medium text-warn">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
      {CONNECTION.lost}
    </p>
  );
}
