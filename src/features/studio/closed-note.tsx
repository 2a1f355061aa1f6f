import type { Doc } from "../../../convex/_generated/dataModel";
import { isOpenAt } from "../../../convex/shared/openingHours";
import { useNow } from "../../lib/use-now";

/** Trying out goes on at any hour; visitors have to wait. */
export function ClosedNote({ talk }: Doc<"assistants">) {
  const nowMs = useNow();
  if (talk === undefined || isOpenAt(talk.openingHours, talk.timeZone, nowMs)) return null;
  return (
    <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">
      {`For visitors it is closed now, by the opening hours (${talk.timeZone}). You can test it all the same.`}
    </p>
  );
}
