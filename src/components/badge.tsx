import clsx from "clsx";
import type { ReactNode } from "react";

type BadgeProps = {
  tone: "good" | "neutral" | "accent" | "outline" | "warn" | "bad";
  children: ReactNode;
};

export function Badge({ tone, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex shrink-0 items-center rounded-full px-2 text-small font-medium",
        tone === "good" && "bg-good-soft text-good",
        tone === "neutral" && "bg-line/70 text-muted",
        tone === "accent" && "bg-accent-soft text-accent-ink",
        tone === "outline" && "text-muted inset-ring inset-ring-field-line/60",
        tone === "warn" && "bg-warn-soft text-warn",
        tone === "bad" && "bg-bad-soft text-bad",
      )}
    >
      {children}
    </span>
  );
}
