import clsx from "clsx";
import type { ReactNode } from "react";

type PlanFactProps = { label: string; className?: string; children: ReactNode };

export function PlanFact({ label, className, children }: PlanFactProps) {
  return (
    <div className={clsx("grid content-start justify-items-start gap-1", className)}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
