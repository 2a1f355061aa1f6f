import { MAIN_ID, SkipLink } from "../../components/skip-link";
import { AtWorkSection } from "./at-work-section";
import { CallToAction } from "./call-to-action";
import { FeaturesSection } from "./features-section";
import { Hero } from "./hero";
import { HowItWorksSection } from "./how-it-works-section";
import { PricingSection } from "./pricing-section";
import { QuestionsSection } from "./questions-section";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { TrySection } from "./try-section";
import { SITE_PAGES } from "../../lib/site-pages";
import { usePageTitle } from "../../lib/use-page-title";

export function LandingPage() {
  usePageTitle(SITE_PAGES.landing.title);
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <main id={MAIN_ID} tabIndex={-1} className="outline-none">
        <Hero />
        <AtWorkSection />
        <TrySection />
        <FeaturesSection />
        <HowItWorksSection />
        <PricingSection />
        <QuestionsSection />
        <CallToAction />
      </main>
      <SiteFooter />
    </>
  );
}
