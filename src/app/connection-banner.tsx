import { useConvexConnectionState } from "convex/react";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";

/** Short breaks heal unnoticed, so the banner waits this long. */
const PATIENCE_MS = 2_000;

export function ConnectionBanner() {
  const { isWebSocketConnected } = useConvexConnectionState();
  return (
    <div role="status">{!isWebSocketConnected && <LostConnection patienceMs={PATIENCE_MS} />}</div>
  );
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
