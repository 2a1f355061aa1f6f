import type { ReactNode } from "react";

/** Why a form was refused, read out when it appears. Long addresses break instead of leaving the box. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 wrap-anywhere text-bad">
      {children}
    </p>
  );
}
