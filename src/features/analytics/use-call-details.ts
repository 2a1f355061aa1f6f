import { useAction } from "convex/react";
import { useCallback, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { CallDetails, ShownCall } from "../../lib/shown-calls";

type Known = { state: "failed" } | { state: "loaded"; version: string; details: CallDetails };

export type CallDetailsCache = {
  /** Undefined while they are on their way. */
  detailsOf: (call: ShownCall) => Known | undefined;
  /** Does nothing when they are there, and as new as the call. */
  load: (call: ShownCall) => void;
  /** Asks again for what no list tells, such as a recording that is still being copied. */
  loadAgain: (call: ShownCall) => void;
  /** A call was deleted from among its details. */
  onDeleted: () => void;
};

export function useCallDetails(onDeleted: () => void): CallDetailsCache {
  const getCallDetails = useAction(api.calls.getCallDetails);
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  // What was loaded or is being loaded: asked before the state has caught up.
  const begun = useRef(new Map<string, string>());

  const loadAgain = useCallback(
    (call: ShownCall) => {
      const version = versionOf(call);
      begun.current.set(call.id, version);
      const note = (entry: Known) => {
        // A later version was asked for in the meantime.
        if (begun.current.get(call.id) !== version) return;
        if (entry.state === "failed") begun.current.delete(call.id);
        setKnown((before) => new Map(before).set(call.id, entry));
      };
      getCallDetails({ callId: call.id }).then(
        (details) => note({ state: "loaded", version, details }),
        (error: unknown) => {
          console.error("Failed to load call details", error);
          note({ state: "failed" });
        },
      );
    },
    [getCallDetails],
  );

  const load = useCallback(
    (call: ShownCall) => {
      if (begun.current.get(call.id) === versionOf(call)) return;
      // A failure makes way for the next attempt; details that are there stay until newer ones come.
      setKnown((before) => {
        if (before.get(call.id)?.state !== "failed") return before;
        const others = new Map(before);
        others.delete(call.id);
        return others;
      });
      loadAgain(call);
    },
    [loadAgain],
  );

  return { detailsOf: ({ id }) => known.get(id), load, loadAgain, onDeleted };
}

/** Of a call that goes on, the details change with what the list shows of it. */
export function versionOf({ status, endedAt, exchangeCount, summary }: ShownCall): string {
  return JSON.stringify([status, endedAt, exchangeCount, summary]);
}
