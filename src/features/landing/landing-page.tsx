import { MAIN_ID, SkipLink } from "../../components/skip-link";
import { CallToAction } from "./call-to-action";
import { FeaturesSection } from "./features-section";
import { Hero } from "./hero";
import { HowItWorksSection } from "./how-it-works-section";
import { PricingSection } from "./pricing-section";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { usePageTitle } from "../../lib/use-page-title";

export function LandingPage() {
  usePageTitle("Voice assistants for your website");
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <main id={MAIN_ID} tabIndex={-1} className="outline-none">
        <Hero />
        <FeaturesSection />
        <HowItWorksSection />
        <PricingSection />
        <CallToAction />
      </main>
      <SiteFooter />
    </>
  );
}
