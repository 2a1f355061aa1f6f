import { useEffect, useEffectEvent } from "react";
import { MINUTE_MS } from "../../convex/shared/durations";

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/**
 * Asks for a pending recording, with longer and longer pauses. The recording is copied soon after its
 * call, but no query of the backend changes then.
 */
export function useRecordingWatch(isPending: boolean, ask: () => void): void {
  const askNow = useEffectEvent(ask);

  useEffect(() => {
    if (!isPending) return;
    let pauseMs = FIRST_PAUSE_MS;
    let timer = setTimeout(next, pauseMs);
    function next() {
      askNow();
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      timer = setTimeout(next, pauseMs);
    }
    return () => {
      clearTimeout(timer);
    };
  }, [isPending]);
}
