import { useEffect, useRef } from "react";
import { Button } from "../../components/button";
import { must } from "../../lib/must";
import { observeNearness } from "../../lib/observe-nearness";
import { RECENT_CALLS } from "./texts";

/** Whether there are older calls to load. */
export type More = { state: "done" } | { state: "loading" } | { state: "ready"; load: () => void };

/** The next page loads when the end of the list is this close to the screen. */
const AHEAD = "600px 0px";

/** Loads more calls as the reader scrolls near. The button is for keyboards and screen readers. */
export function EndOfList({ more }: { more: More }) {
  if (more.state === "done") return null;
  return (
    <div className="flex min-h-14 items-center justify-center pt-2 text-faint">
      {more.state === "loading" ? (
        <span role="status">{RECENT_CALLS.loadingOlder}</span>
      ) : (
        <LoadMore load={more.load} />
      )}
    </div>
  );
}

function LoadMore({ load }: { load: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const latestLoad = useRef(load);

  useEffect(() => {
    latestLoad.current = load;
  }, [load]);

  useEffect(() => {
    return observeNearness(must(button.current, "the button"), AHEAD, ({ isIntersecting }) => {
      if (isIntersecting) latestLoad.current();
    });
  }, []);

  return (
    <Button ref={button} variant="quiet" onClick={load}>
      {RECENT_CALLS.loadOlder}
    </Button>
  );
}
