import type { ReactNode } from "react";

type SourceListProps = {
  label: string;
  /** Undefined while loading. */
  count: number | undefined;
  loading: string;
  none: string;
  children: ReactNode;
};

/** The rows of one kind of source, or what stands in their place. */
export function SourceList({ label, count, loading, none, children }: SourceListProps) {
  if (count === undefined) return <p className="text-muted">{loading}</p>;
  if (count === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul aria-label={label} className="grid divide-y divide-line border-t border-line">
      {children}
    </ul>
  );
}
