import type { ReactNode } from "react";

export function PlanFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start justify-items-start gap-1">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
