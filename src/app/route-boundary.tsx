import { useEffect, type ReactNode } from "react";
import { ErrorBoundary, type Failure } from "../components/error-boundary";
import { renewParts } from "../components/lazy-part";
import { focusMain } from "../components/skip-link";
import { ErrorPage } from "./error-page";

type RouteBoundaryProps = {
  /** Whether there is something around the pages that goes on. */
  isPart?: boolean;
  children: ReactNode;
};

/** One page breaks, and what is around it goes on; with a key, another page is a way out. */
export function RouteBoundary({ isPart = false, children }: RouteBoundaryProps) {
  return (
    <ErrorBoundary fallback={(failure) => <BrokenPage failure={failure} isPart={isPart} />}>
      {children}
    </ErrorBoundary>
  );
}

function BrokenPage({ failure, isPart }: { failure: Failure; isPart: boolean }) {
  useEffect(renewParts, []);

  function tryAgain() {
    // The button goes away: whoever uses the keyboard goes on from the page's beginning.
    focusMain();
    failure.retry();
  }

  return <ErrorPage error={failure.error} isPart={isPart} onRetry={tryAgain} />;
}
