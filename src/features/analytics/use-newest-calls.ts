import { useAction, useQueries } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { ShownCall } from "../../lib/shown-calls";
import { fetchFailureText } from "./fetch-failure";
import { withChanges, withNewest } from "./newest-first";

type CallList =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "loaded"; calls: ShownCall[] };

const CHANGES = { changes: { query: api.calls.recentCalls, args: {} } };

/** The newest calls, updated live. Loaded again if more calls changed than one update reports. */
export function useNewestCalls() {
  const listCalls = useAction(api.calls.listCalls);
  // Returns an Error if the query fails. Then the list still loads, and Refresh updates it.
  const { changes } = useQueries(CHANGES) as { changes: ShownCall[] | Error | undefined };
  const [list, setList] = useState<CallList>({ state: "loading" });
  const [isRefreshing, setIsRefreshing] = useState(false);
  const latestRequest = useRef(0);
  const known = useRef({ isLoading: false, calls: [] as ShownCall[], changes: [] as ShownCall[] });

  const load = useCallback(
    async ({ isRequested }: { isRequested: boolean }) => {
      const request = ++latestRequest.current;
      known.current.isLoading = true;
      const answer = await listCalls({}).then(
        (calls) => ({ calls }),
        (error: unknown) => ({ message: fetchFailureText(error) }),
      );
      // An answer that a later request overtook is out of date.
      if (request !== latestRequest.current) return;
      setIsRefreshing(false);
      known.current.isLoading = false;
      if ("calls" in answer) {
        const calls = withNewest(answer.calls, known.current.calls);
        known.current.calls = calls;
        setList({ state: "loaded", calls });
        return;
      }
      setList((before) => {
        // The owner did not ask for this load, so the old list stays. The next change tries again.
        if (before.state === "loaded" && !isRequested) return before;
        return { state: "failed", message: answer.message };
      });
    },
    [listCalls],
  );

  useEffect(() => {
    if (changes === undefined) return;
    const changed: ShownCall[] = changes instanceof Error ? [] : changes;
    const { isLoading, calls: shown, changes: before } = known.current;
    known.current.changes = changed;
    const calls = isLoading ? null : withChanges(changed, before, shown);
    if (calls === null) void load({ isRequested: false });
    else {
      known.current.calls = calls;
      setList({ state: "loaded", calls });
    }
  }, [changes, load]);

  function refresh() {
    if (list.state === "loaded") setIsRefreshing(true);
    else setList({ state: "loading" });
    void load({ isRequested: true });
  }

  return { list, isRefreshing, refresh };
}
