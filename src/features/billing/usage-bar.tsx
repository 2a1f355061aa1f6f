import clsx from "clsx";
import { useId } from "react";
import { isUnlimited } from "../../../convex/catalog/plans";
import { formatNumber } from "../../lib/formats";

type UsageBarProps = {
  label: string;
  used: number;
  limit: number;
  tone?: "plain" | "warn" | "bad";
};

export function UsageBar({ label, used, limit, tone = "plain" }: UsageBarProps) {
  const id = useId();
  const isFree = isUnlimited(limit);
  const text = isFree
    ? `${formatNumber(used)} (unlimited)`
    : `${formatNumber(used)} of ${formatNumber(limit)}`;
  const percentage = isFree ? 0 : Math.min(100, (used / limit) * 100);
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium">
          {label}
        </span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      {!isFree && (
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
            style={{ width: `${percentage}%` }}
          />
        </div>
      )}
    </div>
  );
}
