import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { ErrorBoundary } from "./error-boundary";
import { focusMain } from "./skip-link";
import { BROKEN_PART } from "./texts";

type ContainedProps = {
  /** The part in the owner's words, such as "your plan". */
  what: string;
  children: ReactNode;
};

/** Catches the errors of one part of a page, so that the rest keeps working. */
export function Contained({ what, children }: ContainedProps) {
  return (
    <ErrorBoundary fallback={({ retry }) => <BrokenPart what={what} onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  );
}

function BrokenPart({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex min-w-0 flex-wrap content-start items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
    >
      <TriangleAlert size={20} strokeWidth={1.75} className="shrink-0 text-warn" aria-hidden />
      <div className="flex-1 basis-56">
        <p className="font-medium">{BROKEN_PART.title(what)}</p>
        <p className="text-muted">{BROKEN_PART.text}</p>
      </div>
      <Button
        aria-label={BROKEN_PART.retryLabel(what)}
        onClick={() => {
          // The button disappears, so keyboard focus moves to the start of the page.
          focusMain();
          onRetry();
        }}
      >
        {BROKEN_PART.retry}
      </Button>
    </div>
  );
}
