import { Fragment, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "../../components/lazy-part";
import { must } from "../../lib/must";
import { observeNearness } from "../../lib/observe-nearness";
import { CallRow } from "./call-row";
import type { ShownCall } from "../../lib/shown-calls";
import { DETAILS } from "./texts";
import type { CallDetailsCache } from "./use-call-details";

type CallChunkProps = {
  calls: ShownCall[];
  /** Whether its rows stay rendered wherever they are. */
  isKept: boolean;
  expandedId: string | null;
  onToggle: (call: ShownCall) => void;
  details: CallDetailsCache;
};

const CallDetailsPanel = lazyPart(() => import("./call-details-panel"), "CallDetailsPanel");

/** Rows are rendered again before they scroll into view. */
const NEAR = "1000px 0px";

/**
 * A block of rows. Far from the viewport it shrinks to one empty row of the same height, so that
 * thousands of calls cost no more than the visible ones.
 */
export function CallChunk({ calls, isKept, expandedId, onToggle, details }: CallChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [farHeight, setFarHeight] = useState<number | null>(null);
  // The open call stays rendered, because its recording may be playing.
  const isFar = farHeight !== null && expandedId === null && !isKept;

  useEffect(() => {
    const element = must(body.current, "the rows");
    return observeNearness(element, NEAR, ({ isIntersecting, boundingClientRect }) => {
      const isInUse = element.contains(document.activeElement);
      if (isIntersecting) setFarHeight(null);
      else if (!isInUse) setFarHeight(boundingClientRect.height);
    });
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
                  <Suspense fallback={<p className="text-muted">{DETAILS.loading}</p>}>
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
