import clsx from "clsx";
import { X, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { BANNER } from "./texts";

type BannerProps = {
  tone: "good" | "neutral" | "accent" | "warn" | "bad";
  Icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** A button or link that resolves what the banner reports. */
  action?: ReactNode;
  onDismiss?: () => void;
};

export function Banner({ tone, Icon, title, children, action, onDismiss }: BannerProps) {
  return (
    <section
      role="status"
      aria-label={title}
      className={clsx(
        "mb-6 flex items-start gap-3 rounded-card border p-4",
        tone === "good" && "border-good/25 bg-good-soft text-good",
        tone === "neutral" && "border-line bg-surface text-muted",
        tone === "accent" && "border-accent-ink/25 bg-accent-soft text-accent-ink",
        tone === "warn" && "border-warn/25 bg-warn-soft text-warn",
        tone === "bad" && "border-bad/25 bg-bad-soft text-bad",
      )}
    >
      <Icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-3">
        <div className="flex-1 basis-56">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-ink">{children}</p>
        </div>
        {action}
      </div>
      {onDismiss !== undefined && (
        <Button
          variant="quiet"
          size="icon"
          className="-my-2.5 -mr-2.5"
          aria-label={BANNER.dismiss}
          onClick={onDismiss}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      )}
    </section>
  );
}
