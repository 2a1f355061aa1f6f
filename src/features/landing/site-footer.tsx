import { Link } from "react-router-dom";
import { ROUTES } from "../../lib/routes";
import { readSupportEmail } from "../../lib/env";
import { FOOTER } from "./footer-texts";
import { ThemeSelect } from "./theme-select";

const LINK_CLASS = "inline-flex min-h-6 items-center font-medium text-muted hover:text-ink";

export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8">
        <p className="text-faint">{FOOTER.tagline}</p>
        <ThemeSelect />
        <nav aria-label={FOOTER.linksLabel} className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={ROUTES.privacy} className={LINK_CLASS}>
            {FOOTER.privacy}
          </Link>
          <Link to={ROUTES.terms} className={LINK_CLASS}>
            {FOOTER.terms}
          </Link>
          <a href={`mailto:${readSupportEmail(import.meta.env)}`} className={LINK_CLASS}>
            {FOOTER.support}
          </a>
        </nav>
      </div>
    </footer>
  );
}
