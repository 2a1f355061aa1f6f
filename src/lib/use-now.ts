import { useEffect, useState } from "react";
import { MINUTE_MS } from "../../convex/shared/durations";

const TICK_MS = MINUTE_MS;

/** The time, to the minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
