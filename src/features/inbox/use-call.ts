import { useAction } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { HOUR_MS } from "../../../convex/shared/durations";
import type { CallDetails } from "../../lib/shown-calls";
import { useRecordingWatch } from "../../lib/use-recording-watch";

/** A recording link lasts this long, so a failure before that is not due to an expired link. */
const LINK_MS = HOUR_MS;

/** The transcript and recording of the call. */
export function useCall(callId: Id<"calls">) {
  const getCallDetails = useAction(api.calls.getCallDetails);
  const [call, setCall] = useState<CallDetails | "loading" | "failed">("loading");
  const loadedAtMs = useRef(0);
  const requestedId = useRef(callId);

  const load = useCallback(() => {
    loadedAtMs.current = Date.now();
    requestedId.current = callId;
    /** Another conversation of the thread may have been chosen in the meantime. */
    const show = (found: CallDetails | "failed") => {
      if (requestedId.current === callId) setCall(found);
    };
    getCallDetails({ callId }).then(show, (error: unknown) => {
      console.error("Failed to load the call", error);
      show("failed");
    });
  }, [callId, getCallDetails]);

  useEffect(load, [load]);
  useRecordingWatch(typeof call === "object" && call.isRecordingPending, load);

  function loadAgain() {
    if (call === "failed" || Date.now() >= loadedAtMs.current + LINK_MS) load();
  }
  return { call, loadAgain };
}
