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

/** The newest calls, as they change; loaded anew when more of them changed than the backend tells of. */
export function useNewestCalls() {
  const listCalls = useAction(api.calls.listCalls);
  // An Error if it fails: then the list is loaded all the same, and pressing Refresh does the rest.
  const { changes } = useQueries(CHANGES) as { changes: ShownCall[] | Error | undefined };
  const [list, setList] = useState<CallList>({ state: "loading" });
  const [isRefreshing, setIsRefreshing] = useState(false);
  const latestRequest = useRef(0);
  const known = useRef({ isLoading: false, calls: [] as ShownCall[], changes: [] as ShownCall[] });

  const load = useCallback(
    async ({ isWanted }: { isWanted: boolean }) => {
      const request = ++latestRequest.current;
      known.current.isLoading = true;
      const answer = await listCalls({}).then(
        (calls) => ({ calls }),
        (error: unknown) => ({ message: fetchFailureText(error) }),
      );
      // What a later request overtook would put the list back in time.
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
        // Nobody asked, so the list that there is remains; the next change tries again.
        if (before.state === "loaded" && !isWanted) return before;
        return { state: "failed", message: answer.message };
      });
    },
    [listCalls],
  );

  useEffect(() => {
    if (changes === undefined) return;
    const told: ShownCall[] = changes instanceof Error ? [] : changes;
    const { isLoading, calls: shown, changes: before } = known.current;
    known.current.changes = told;
    const calls = isLoading ? null : withChanges(told, before, shown);
    if (calls === null) void load({ isWanted: false });
    else {
      known.current.calls = calls;
      setList({ state: "loaded", calls });
    }
  }, [changes, load]);

  function refresh() {
    if (list.state === "loaded") setIsRefreshing(true);
    else setList({ state: "loading" });
    void load({ isWanted: true });
  }

  return { list, isRefreshing, refresh };
}
