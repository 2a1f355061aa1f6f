import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import { useId } from "react";

type SummaryCardProps = {
  title: string;
  icon: LucideIcon;
  value: string;
  note: string;
  isAlarming?: boolean;
  isLoading: boolean;
};

export function SummaryCard({
  title,
  icon: Icon,
  value,
  note,
  isAlarming = false,
  isLoading,
}: SummaryCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={isLoading}
      className="grid min-w-0 content-start gap-2 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
    >
      <div className="flex items-center justify-between gap-3 text-muted">
        <h2 id={id} className="font-medium">
          {title}
        </h2>
        <Icon size={16} strokeWidth={1.75} className="text-faint" aria-hidden />
      </div>
      {isLoading ? (
        <span aria-hidden className="grid h-12.5 animate-breathe content-around">
          <span className="h-5 w-20 rounded-control bg-line" />
          <span className="h-3 w-24 rounded-control bg-line" />
        </span>
      ) : (
        <div className="grid gap-0.5">
          <p className="text-title font-semibold tabular-nums">{value}</p>
          <p className={clsx("text-small", isAlarming ? "font-medium text-bad" : "text-faint")}>
            {note}
          </p>
        </div>
      )}
    </section>
  );
}
