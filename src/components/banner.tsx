import clsx from "clsx";
import { ChevronDown, X, type LucideIcon } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "./button";
import { BANNER } from "./texts";

type BannerProps = {
  tone: "good" | "neutral" | "accent" | "warn" | "bad";
  Icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** A button or link that resolves what the banner reports. */
  action?: ReactNode;
  /** For a banner above every page: on phones its text is behind a button. */
  isFolding?: boolean;
  onDismiss?: () => void;
};

export function Banner(props: BannerProps) {
  const { tone, Icon, title, children, action, isFolding = false, onDismiss } = props;
  const [isOpen, setIsOpen] = useState(false);
  const titleId = useId();
  const textId = useId();
  return (
    <section
      role="status"
      aria-label={title}
      className={clsx(
        "mb-4 flex items-start gap-3 rounded-card border p-3 sm:mb-6 sm:p-4",
        tone === "good" && "border-good/25 bg-good-soft text-good",
        tone === "neutral" && "border-line bg-surface text-muted",
        tone === "accent" && "border-accent-ink/25 bg-accent-soft text-accent-ink",
        tone === "warn" && "border-warn/25 bg-warn-soft text-warn",
        tone === "bad" && "border-bad/25 bg-bad-soft text-bad",
      )}
    >
      <Icon size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex-1 basis-56">
          <div className="flex items-start justify-between">
            <h2 id={titleId} className="font-semibold">
              {title}
            </h2>
            {isFolding && (
              <Button
                variant="quiet"
                size="icon"
                className="-my-2.5 -mr-2.5 sm:hidden pointer-coarse:-my-3"
                aria-label={BANNER.details}
                aria-expanded={isOpen}
                aria-controls={textId}
                aria-describedby={titleId}
                onClick={() => setIsOpen(!isOpen)}
              >
                <ChevronDown
                  size={16}
                  strokeWidth={1.75}
                  className={clsx("transition-transform", isOpen && "rotate-180")}
                  aria-hidden
                />
              </Button>
            )}
          </div>
          <p id={textId} className={clsx("text-ink", isFolding && !isOpen && "max-sm:hidden")}>
            {children}
          </p>
        </div>
        {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
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
