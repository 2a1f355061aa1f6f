import { Link } from "react-router-dom";
import { buttonClass } from "../components/button-class";
import { usePageTitle } from "../lib/use-page-title";
import { ROUTES } from "../lib/routes";

export function NotFoundPage() {
  usePageTitle("Page not found");
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center justify-items-start gap-4 px-4 py-12">
      <p className="text-small font-medium text-faint tabular-nums">404</p>
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-lead text-muted">
        There is nothing at this address. It may have moved, or the link has a typing error.
      </p>
      <Link to={ROUTES.landing} className={buttonClass("primary")}>
        Go to the start page
      </Link>
    </main>
  );
}
