import { Fragment, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../../components/lazy-part";
import { must } from "../../lib/must";
import { CallRow } from "./call-row";
import type { ShownCall } from "../../lib/shown-calls";
import type { CallDetailsCache } from "./use-call-details";

type CallChunkProps = {
  calls: ShownCall[];
  expandedId: string | null;
  onToggle: (call: ShownCall) => void;
  details: CallDetailsCache;
};

const CallDetailsPanel = lazyPart(() => import("./call-details-panel"), "CallDetailsPanel");

/** Rows are there again before the reader scrolls to them. */
const NEAR = "1000px 0px";

/**
 * Some rows of the table. Far from the screen they become one empty row of their height, so that
 * thousands of calls cost no more than those that can be seen.
 */
export function CallChunk({ calls, expandedId, onToggle, details }: CallChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [farHeight, setFarHeight] = useState<number | null>(null);
  // What is being read or heard there must go on.
  const isFar = farHeight !== null && expandedId === null;

  useEffect(() => {
    const element = must(body.current, "the rows");
    const observer = new IntersectionObserver(
      ([entry]) => {
        const { isIntersecting, boundingClientRect } = must(entry, "what was observed");
        const isInUse = element.contains(document.activeElement);
        if (isIntersecting) setFarHeight(null);
        else if (!isInUse) setFarHeight(boundingClientRect.height);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);

  return (
    <tbody ref={body}>
      {isFar ? (
        <tr aria-hidden style={{ height: farHeight }}>
          <td colSpan={7} />
        </tr>
      ) : (
        calls.map((call) => (
          <Fragment key={call.id}>
            <CallRow call={call} isExpanded={call.id === expandedId} onToggle={onToggle} />
            {call.id === expandedId && (
              <tr className="border-b border-line bg-canvas">
                <td colSpan={7} className="p-4 sm:px-6">
                  <Suspense fallback={<p className="text-muted">Loading call details...</p>}>
                    <CallDetailsPanel call={call} cache={details} />
                  </Suspense>
                </td>
              </tr>
            )}
          </Fragment>
        ))
      )}
    </tbody>
  );
}
