import { MAIN_ID, SkipLink } from "../../components/skip-link";
import { usePageTitle } from "../../lib/use-page-title";
import { LegalHeader } from "./legal-header";
import { SiteFooter } from "./site-footer";

type LegalPageProps = {
  title: string;
  /** Shown under the title and by search engines. */
  description: string;
  sections: readonly { title: string; text: string }[];
};

export function LegalPage({ title, description, sections }: LegalPageProps) {
  usePageTitle(title);
  return (
    <>
      <SkipLink />
      <LegalHeader />
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto grid min-h-[70dvh] max-w-form content-start gap-8 px-4 py-16 outline-none"
      >
        <div className="grid gap-3">
          <h1 className="text-section font-semibold tracking-tight">{title}</h1>
          <p className="text-lead text-muted">{description}</p>
        </div>
        {sections.map((section) => (
          <section key={section.title} className="grid gap-2">
            <h2 className="text-lead font-semibold">{section.title}</h2>
            <p className="text-lead text-muted">{section.text}</p>
          </section>
        ))}
      </main>
      <SiteFooter />
    </>
  );
}
