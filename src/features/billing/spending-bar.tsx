import { formatCost } from "../../lib/formats";
import type { SpendingLimit } from "./billing-types";
import { UsageBar } from "./usage-bar";

const TONES = { below: "plain", near: "warn", reached: "bad" } as const;

/** What extra minutes have cost in this period of what they may. */
export function SpendingBar({ spending: { spent, limit, state } }: { spending: SpendingLimit }) {
  return (
    <UsageBar
      label="Extra minutes"
      used={spent}
      limit={limit}
      format={(cents) => formatCost(cents / 100)}
      tone={TONES[state]}
    />
  );
}
