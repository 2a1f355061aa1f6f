import { useAction } from "convex/react";
import { useCallback, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { CallDetails, ShownCall } from "../../lib/shown-calls";

type Known = { state: "failed" } | { state: "loaded"; version: string; details: CallDetails };

export type CallDetailsCache = {
  /** Undefined while loading. */
  detailsOf: (call: ShownCall) => Known | undefined;
  /** Does nothing if the details are loaded and up to date. */
  load: (call: ShownCall) => void;
  /** Loads again what the list does not include, such as a recording that is still being copied. */
  loadAgain: (call: ShownCall) => void;
  /** Called after a call was deleted in its details. */
  onDeleted: () => void;
};

export function useCallDetails(onDeleted: () => void): CallDetailsCache {
  const getCallDetails = useAction(api.calls.getCallDetails);
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  // The versions that were requested. A ref, because the state is updated later.
  const requested = useRef(new Map<string, string>());

  const loadAgain = useCallback(
    (call: ShownCall) => {
      const version = versionOf(call);
      requested.current.set(call.id, version);
      const store = (entry: Known) => {
        // A later version was requested in the meantime.
        if (requested.current.get(call.id) !== version) return;
        if (entry.state === "failed") requested.current.delete(call.id);
        setKnown((before) => new Map(before).set(call.id, entry));
      };
      getCallDetails({ callId: call.id }).then(
        (details) => store({ state: "loaded", version, details }),
        (error: unknown) => {
          console.error("Failed to load call details", error);
          store({ state: "failed" });
        },
      );
    },
    [getCallDetails],
  );

  const load = useCallback(
    (call: ShownCall) => {
      if (requested.current.get(call.id) === versionOf(call)) return;
      // A failure is cleared for the next attempt; loaded details stay until newer ones arrive.
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

/** Changes whenever the details of a running call may have changed. */
export function versionOf({ status, endedAt, exchangeCount, summary }: ShownCall): string {
  return JSON.stringify([status, endedAt, exchangeCount, summary]);
}
