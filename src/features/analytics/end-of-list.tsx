import { useEffect, useRef } from "react";
import { Button } from "../../components/button";
import { must } from "../../lib/must";

/** What follows the calls that are there. */
export type More = { state: "done" } | { state: "loading" } | { state: "ready"; load: () => void };

/** So far below the screen the next page is asked for. */
const AHEAD = "600px 0px";

/** Loads more as soon as it comes near; the button is for whoever does not scroll. */
export function EndOfList({ more }: { more: More }) {
  if (more.state === "done") return null;
  return (
    <div className="flex min-h-14 items-center justify-center pt-2 text-faint">
      {more.state === "loading" ? (
        <span role="status">Loading older calls...</span>
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
      Load older calls
    </Button>
  );
}
