import { Link } from "react-router-dom";
import { buttonClass } from "../components/button-class";
import { usePageTitle } from "../lib/use-page-title";
import { ROUTES } from "../lib/routes";
import { NOT_FOUND } from "./texts";

export function NotFoundPage() {
  usePageTitle(NOT_FOUND.title);
  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center justify-items-start gap-4 px-4 py-12">
      <p className="text-small font-medium text-faint tabular-nums">404</p>
      <h1 className="text-title font-semibold">{NOT_FOUND.title}</h1>
      <p className="text-lead text-balance text-muted">{NOT_FOUND.text}</p>
      <Link to={ROUTES.landing} className={buttonClass("primary")}>
        {NOT_FOUND.action}
      </Link>
    </main>
  );
}
