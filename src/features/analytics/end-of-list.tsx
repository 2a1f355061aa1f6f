import { useEffect, useRef } from "react";
import { Button } from "../../components/button";
import { must } from "../../lib/must";
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
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latestLoad.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(must(button.current, "the button"));
    return () => {
      observer.disconnect();
    };
  }, []);

  return (
    <Button ref={button} variant="quiet" onClick={load}>
      {RECENT_CALLS.loadOlder}
    </Button>
  );
}
