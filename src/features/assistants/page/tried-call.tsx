import { Link } from "react-router-dom";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Fact } from "../../../components/fact";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { formatCost, formatDuration } from "../../../lib/formats";
import { assistantCallsPathFor } from "../../../lib/routes";
import { secondsOf, type ShownCall } from "../../../lib/shown-calls";
import { Lookups } from "./lookups";
import { TRY_IT } from "./texts";

type TriedCallProps = { assistantId: Id<"assistants">; call: ShownCall };

/** What a test call looked up, how long it was and what it cost, as soon as the voice service has reported it. */
export function TriedCall({ assistantId, call }: TriedCallProps) {
  const seconds = secondsOf(call);
  if (seconds === null || call.status !== "ended") {
    return <p className="text-small text-faint">{TRY_IT.counting}</p>;
  }
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <Lookups lookups={call.lookups} />
      <dl className="grid pairs gap-2 text-small">
        <Fact label={TRY_IT.lasted}>{formatDuration(seconds)}</Fact>
        <Fact label={TRY_IT.cost}>{formatCost(call.cost)}</Fact>
      </dl>
      <Link to={assistantCallsPathFor(assistantId)} className={TEXT_LINK_CLASS}>
        {TRY_IT.details}
      </Link>
    </div>
  );
}
