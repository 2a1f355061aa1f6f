import { isUnlimited } from "../../convex/catalog/plans";
import { formatNumber } from "../lib/formats";

const MINUTES_OF_A_TALK = 2;

/** A plan has a number of conversations and a number of minutes: how the two go together. */
export function PlanMinutes({ minutes }: { minutes: number }) {
  if (isUnlimited(minutes)) return null;
  return (
    <p className="text-small text-faint">
      {`Conversations share these minutes: about ${formatNumber(Math.floor(minutes / MINUTES_OF_A_TALK))} talks of two minutes, or more if they are shorter.`}
    </p>
  );
}
