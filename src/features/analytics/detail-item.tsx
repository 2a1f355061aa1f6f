import clsx from "clsx";
import type { ReactNode } from "react";

type DetailItemProps = { label: string; className?: string; children: ReactNode };

export function DetailItem({ label, className, children }: DetailItemProps) {
  return (
    <div className={clsx("grid content-start justify-items-start gap-1", className)}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </div>
  );
}
