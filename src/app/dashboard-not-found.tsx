import { Link } from "react-router-dom";
import { buttonClass } from "../components/button-class";
import { ROUTES } from "../lib/routes";
import { usePageTitle } from "../lib/use-page-title";
import { DASHBOARD_NOT_FOUND } from "./dashboard-texts";
import { NOT_FOUND } from "./texts";

/** Within the dashboard, so that its header leads on. */
export function DashboardNotFound() {
  usePageTitle(NOT_FOUND.title);
  return (
    <div className="grid max-w-form justify-items-start gap-4 py-8">
      <h1 className="text-title font-semibold">{NOT_FOUND.title}</h1>
      <p className="text-lead text-muted">{NOT_FOUND.text}</p>
      <Link to={ROUTES.dashboard} className={buttonClass("primary")}>
        {DASHBOARD_NOT_FOUND.action}
      </Link>
    </div>
  );
}
