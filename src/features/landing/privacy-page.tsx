import { SITE_PAGES } from "../../lib/site-pages";
import { LegalPage } from "./legal-page";
import { PRIVACY_SECTIONS } from "./privacy-texts";

export function PrivacyPage() {
  return <LegalPage {...SITE_PAGES.privacy} sections={PRIVACY_SECTIONS} />;
}
