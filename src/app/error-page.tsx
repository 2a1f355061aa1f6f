import { Button } from "../components/button";
import { usePageTitle } from "../lib/use-page-title";

type ErrorPageProps = {
  error: unknown;
  /** Whether it stands within what still works, such as the dashboard's frame. */
  isPart: boolean;
  onRetry: () => void;
};

export function ErrorPage({ error, onRetry, isPart }: ErrorPageProps) {
  usePageTitle("Unexpected Application Error!");
  const Frame = isPart ? "div" : "main";
  return (
    <Frame className="mx-auto grid min-h-[70dvh] max-w-form content-center justify-items-start gap-4 px-4 py-12">
      <h1 className="text-title font-semibold">Unexpected Application Error!</h1>
      <p role="alert" className="text-lead text-muted">
        Nothing that was saved is lost.
      </p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
      <pre className="whitespace-pre-wrap text-muted">{String(error)}</pre>
    </Frame>
  );
}
