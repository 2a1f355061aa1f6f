import { useEffect, type ReactNode } from "react";
import { ErrorBoundary, type Failure } from "../components/error-boundary";
import { renewParts } from "../components/lazy-part";
import { focusMain } from "../components/skip-link";
import { ErrorPage } from "./error-page";

type RouteBoundaryProps = {
  /** True inside a frame that keeps working when a page fails. */
  isPart?: boolean;
  children: ReactNode;
};

/** Catches the errors of a page. With a key, moving to another page clears the error. */
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
    // The button disappears, so keyboard focus moves to the start of the page.
    focusMain();
    failure.retry();
  }

  return <ErrorPage error={failure.error} isPart={isPart} onRetry={tryAgain} />;
}
