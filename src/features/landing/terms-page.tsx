import { SITE_PAGES } from "../../lib/site-pages";
import { LegalPage } from "./legal-page";
import { TERMS_SECTIONS } from "./terms-texts";

export function TermsPage() {
  return <LegalPage {...SITE_PAGES.terms} sections={TERMS_SECTIONS} />;
}
