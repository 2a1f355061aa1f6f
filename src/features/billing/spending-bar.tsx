import { formatCost } from "../../lib/formats";
import type { SpendingLimit } from "./billing-types";
import { USAGE_LIMITS } from "./texts";
import { UsageBar } from "./usage-bar";

const TONES = { below: "plain", near: "warn", reached: "bad" } as const;

/** What extra minutes have cost in this period, against the spending limit. */
export function SpendingBar({ spending: { spent, limit, state } }: { spending: SpendingLimit }) {
  return (
    <UsageBar
      label={USAGE_LIMITS.extraMinutes}
      used={spent}
      limit={limit}
      format={(cents) => formatCost(cents / 100)}
      tone={TONES[state]}
    />
  );
}
