import clsx from "clsx";
import { useId } from "react";
import { formatNumber } from "../../lib/formats";
import { USAGE_LIMITS } from "./texts";

type UsageBarProps = {
  label: string;
  used: number;
  /** Null for unlimited. */
  limit: number | null;
  format?: (amount: number) => string;
  tone?: "plain" | "warn" | "bad";
};

export function UsageBar({
  label,
  used,
  limit,
  format = formatNumber,
  tone = "plain",
}: UsageBarProps) {
  const id = useId();
  const text =
    limit === null
      ? USAGE_LIMITS.unlimited(format(used))
      : USAGE_LIMITS.usedOf(format(used), format(limit));
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      {limit !== null && (
        <div
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={text}
          data-tone={tone}
          className="h-2 overflow-hidden rounded-full bg-line"
        >
          <div
            className={clsx(
              "h-full rounded-full transition-[width]",
              tone === "plain" && "bg-accent",
              tone === "warn" && "bg-caution",
              tone === "bad" && "bg-bad",
            )}
            style={{ width: `${used < limit ? (used / limit) * 100 : 100}%` }}
          />
        </div>
      )}
    </div>
  );
}
