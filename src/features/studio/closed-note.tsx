import type { Doc } from "../../../convex/_generated/dataModel";
import { isOpenAt } from "../../../convex/shared/openingHours";
import { useNow } from "../../lib/use-now";
import { TESTING } from "./texts";

/** Opening hours apply to visitors only; owners can test at any time. */
export function ClosedNote({ talk }: Doc<"assistants">) {
  const nowMs = useNow();
  if (talk === undefined || isOpenAt(talk.openingHours, talk.timeZone, nowMs)) return null;
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {TESTING.closed(talk.timeZone)}
    </p>
  );
}
