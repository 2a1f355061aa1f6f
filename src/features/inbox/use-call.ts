import { useAction } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { CallDetails } from "../../lib/shown-calls";
import { useRecordingWatch } from "../../lib/use-recording-watch";
import type { ShownOutcome } from "./outcome-words";

/** A link to a recording that cannot be played at all is not asked for again and again. */
const LINK_MS = 3_600_000;

/** What was said in the call that left this behind. */
export function useCall({ callId }: ShownOutcome) {
  const getCallDetails = useAction(api.calls.getCallDetails);
  const [call, setCall] = useState<CallDetails | "loading" | "failed">("loading");
  const askedAtMs = useRef(0);

  const load = useCallback(() => {
    askedAtMs.current = Date.now();
    getCallDetails({ callId }).then(setCall, (error: unknown) => {
      console.error("Failed to load what was said", error);
      setCall("failed");
    });
  }, [callId, getCallDetails]);

  useEffect(load, [load]);
  useRecordingWatch(typeof call === "object" && call.isRecordingPending, load);

  function loadAgain() {
    if (call === "failed" || Date.now() >= askedAtMs.current + LINK_MS) load();
  }
  return { call, loadAgain };
}
