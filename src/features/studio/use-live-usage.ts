import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import type { api } from "../../../convex/_generated/api";
import { MINUTE_MS } from "../../../convex/shared/durations";
import type { Phase } from "../../lib/widget-protocol";

export type TestUsage = FunctionReturnType<typeof api.usage.getTestUsage>;

const TICK_MS = 1_000;

/**
 * The minutes left, counting down during a call. The backend counts a call only when it has ended, so until
 * its count arrives, the time since the start of the call is subtracted here.
 */
export function useLiveUsage(usage: TestUsage, phase: Phase): TestUsage {
  const { totalMinutesUsed } = usage;
  const [running, setRunning] = useState({ elapsedMs: 0, usedBefore: totalMinutesUsed });

  useEffect(() => {
    if (phase !== "active") return;
    const startedAtMs = performance.now();
    const tick = () =>
      setRunning({
        elapsedMs: performance.now() - startedAtMs,
        usedBefore: totalMinutesUsed,
      });
    const timer = setInterval(tick, TICK_MS);
    return () => {
      tick();
      clearInterval(timer);
    };
  }, [phase, totalMinutesUsed]);

  const isCounted = running.usedBefore !== totalMinutesUsed;
  const elapsedMinutes = isCounted ? 0 : running.elapsedMs / MINUTE_MS;
  return { ...usage, remainingMinutes: Math.max(0, usage.remainingMinutes - elapsedMinutes) };
}
