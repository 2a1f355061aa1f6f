import { useAction, useQueries } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { ShownCall } from "./call-types";
import { fetchFailureText } from "./fetch-failure";
import { withNewest } from "./newest-first";

type CallList =
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "loaded"; calls: ShownCall[] };

const CHANGES = { changes: { query: api.calls.recentCalls, args: {} } };

/** The newest calls, loaded anew whenever the backend says that one began, went on or ended. */
export function useNewestCalls() {
  const listCalls = useAction(api.calls.listCalls);
  // An Error if it fails: then the list is loaded all the same, and pressing Refresh does the rest.
  const { changes } = useQueries(CHANGES);
  const [list, setList] = useState<CallList>({ state: "loading" });
  const [isRefreshing, setIsRefreshing] = useState(false);
  const latestRequest = useRef(0);

  const load = useCallback(
    async ({ isWanted }: { isWanted: boolean }) => {
      const request = ++latestRequest.current;
      const answer = await listCalls({}).then(
        (calls) => ({ calls }),
        (error: unknown) => ({ message: fetchFailureText(error) }),
      );
      // What a later request overtook would put the list back in time.
      if (request !== latestRequest.current) return;
      setIsRefreshing(false);
      setList((before) => {
        if ("calls" in answer) {
          const known = before.state === "loaded" ? before.calls : [];
          return { state: "loaded", calls: withNewest(answer.calls, known) };
        }
        // Nobody asked, so the list that there is remains; the next change tries again.
        if (before.state === "loaded" && !isWanted) return before;
        return { state: "failed", message: answer.message };
      });
    },
    [listCalls],
  );

  useEffect(() => {
    if (changes !== undefined) void load({ isWanted: false });
  }, [changes, load]);

  function refresh() {
    if (list.state === "loaded") setIsRefreshing(true);
    else setList({ state: "loading" });
    void load({ isWanted: true });
  }

  return { list, isRefreshing, refresh };
}
