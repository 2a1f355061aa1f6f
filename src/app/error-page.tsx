import { Button } from "../components/button";
import { buttonClass } from "../components/button-class";
import { usePageTitle } from "../lib/use-page-title";
import { ROUTES } from "./routes";

type ErrorPageProps = {
  error: unknown;
  /** Without it the whole app is loaded anew. */
  onRetry?: () => void;
  /** Whether it stands within what still works, such as the dashboard's frame. */
  isPart?: boolean;
};

/** Plain links: whatever broke, the router may be part of it. */
export function ErrorPage({ error, onRetry, isPart = false }: ErrorPageProps) {
  usePageTitle("Unexpected Application Error!");
  const Frame = isPart ? "div" : "main";
  return (
    <Frame className="mx-auto grid min-h-[70dvh] max-w-form content-center gap-4 px-4 py-12">
      <h1 className="text-title font-semibold">Unexpected Application Error!</h1>
      <p role="alert" className="text-lead text-muted">
        This page stopped working. Nothing that was saved is lost.{" "}
        {onRetry === undefined ? "Reload it to try again." : "Try again, or reload it."}
      </p>
      <div className="flex flex-wrap gap-3">
        {onRetry !== undefined && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant={onRetry === undefined ? "primary" : "secondary"} onClick={reload}>
          Reload
        </Button>
        <a
          href={ROUTES.landing}
          className={buttonClass(onRetry === undefined ? "secondary" : "quiet")}
        >
          Go to the start page
        </a>
      </div>
      <details className="text-muted">
        <summary className="w-fit font-medium">Technical details</summary>
        <pre className="mt-2 overflow-x-auto text-small whitespace-pre-wrap">{String(error)}</pre>
      </details>
    </Frame>
  );
}

function reload() {
  window.location.reload();
}
