import { Button } from "../components/button";
import { buttonClass } from "../components/button-class";
import { usePageTitle } from "../lib/use-page-title";
import { ROUTES } from "./routes";

/** Plain links: whatever broke, the router may be part of it. */
export function ErrorPage({ error }: { error: unknown }) {
  usePageTitle("Unexpected Application Error!");
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-4 px-4 py-12">
      <h1 className="text-title font-semibold">Unexpected Application Error!</h1>
      <p className="text-lead text-muted">
        This page stopped working. Nothing that was saved is lost. Reload it to try again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={reload}>
          Reload
        </Button>
        <a href={ROUTES.landing} className={buttonClass("secondary")}>
          Go to the start page
        </a>
      </div>
      <details className="text-muted">
        <summary className="w-fit font-medium">Technical details</summary>
        <pre className="mt-2 overflow-x-auto text-small whitespace-pre-wrap">{String(error)}</pre>
      </details>
    </main>
  );
}

function reload() {
  window.location.reload();
}
