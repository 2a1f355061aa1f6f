import clsx from "clsx";
import { useId, type ReactNode } from "react";

type CardProps = {
  title: string;
  subtitle?: ReactNode;
  /** Shown beside the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page with its own heading. */
export function Card({ title, subtitle, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        "grid min-w-0 content-start gap-6 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6",
        className,
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h2 id={id} className="text-lead font-semibold">
            {title}
          </h2>
          {subtitle !== undefined && <p className="text-muted">{subtitle}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
