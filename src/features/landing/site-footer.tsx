import { Link } from "react-router-dom";
import { PRODUCT_NAME } from "../../../convex/shared/productName";
import { ROUTES } from "../../lib/routes";
import { readSupportEmail } from "../../lib/env";
import { ThemeSelect } from "./theme-select";

const LINK_CLASS = "font-medium text-muted hover:text-ink";

export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8">
        <p className="text-faint">{PRODUCT_NAME}: voice assistants for your website</p>
        <ThemeSelect />
        <nav aria-label="About" className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={ROUTES.privacy} className={LINK_CLASS}>
            Privacy
          </Link>
          <Link to={ROUTES.terms} className={LINK_CLASS}>
            Terms
          </Link>
          <a href={`mailto:${readSupportEmail(import.meta.env)}`} className={LINK_CLASS}>
            Support
          </a>
        </nav>
      </div>
    </footer>
  );
}
