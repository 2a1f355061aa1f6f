import { Button } from "../components/button";
import { usePageTitle } from "../lib/use-page-title";
import { ERROR_PAGE } from "./texts";

type ErrorPageProps = {
  error: unknown;
  /** True inside a frame that still works, such as the dashboard's. */
  isPart: boolean;
  onRetry: () => void;
};

export function ErrorPage({ error, onRetry, isPart }: ErrorPageProps) {
  usePageTitle(ERROR_PAGE.title);
  const Frame = isPart ? "div" : "main";
  return (
    <Frame className="mx-auto grid min-h-[70dvh] max-w-form content-center justify-items-start gap-4 px-4 py-12">
      <h1 className="text-title font-semibold">{ERROR_PAGE.title}</h1>
      <p role="alert" className="text-lead text-muted">
        {ERROR_PAGE.text}
      </p>
      <Button variant="primary" onClick={onRetry}>
        {ERROR_PAGE.retry}
      </Button>
      <pre className="whitespace-pre-wrap text-muted">{String(error)}</pre>
    </Frame>
  );
}
