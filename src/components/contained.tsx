import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { ErrorBoundary } from "./error-boundary";
import { focusMain } from "./skip-link";

type ContainedProps = {
  /** As the owner knows it: "your plan". */
  what: string;
  children: ReactNode;
};

/** A part of a page that may break without taking the rest along. */
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
        <p className="font-medium">Could not show {what}.</p>
        <p className="text-muted">The rest of the page works.</p>
      </div>
      <Button
        aria-label={`Try again to show ${what}`}
        onClick={() => {
          // The button goes away: whoever uses the keyboard goes on from the page's beginning.
          focusMain();
          onRetry();
        }}
      >
        Try again
      </Button>
    </div>
  );
}
