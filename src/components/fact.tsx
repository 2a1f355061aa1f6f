import clsx from "clsx";
import type { ReactNode } from "react";

type FactProps = { label: string; isStrong?: boolean; className?: string; children: ReactNode };

/** One entry of a description list: a label above its value. */
export function Fact({ label, isStrong = false, className, children }: FactProps) {
  return (
    <div className={clsx("grid content-start justify-items-start gap-1", className)}>
      <dt className="text-small text-muted">{label}</dt>
      <dd className={clsx("min-w-0", isStrong && "font-medium")}>{children}</dd>
    </div>
  );
}
