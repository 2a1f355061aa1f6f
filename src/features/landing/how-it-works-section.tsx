import { SectionHeading } from "./section-heading";
import { HOW_IT_WORKS } from "./texts";

export function HowItWorksSection() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <SectionHeading id="how-it-works" title={HOW_IT_WORKS.title} intro={HOW_IT_WORKS.intro} />
      <ol className="grid gap-10 sm:grid-cols-3 sm:gap-8">
        {HOW_IT_WORKS.steps.map(({ title, text }, index) => (
          <li key={title} className="grid content-start gap-2 border-t border-line pt-6">
            <span className="font-semibold text-faint tabular-nums">{index + 1}</span>
            <h3 className="text-lead font-semibold">{title}</h3>
            <p className="text-lead text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
