import { SectionHeading } from "./section-heading";

const STEPS = [
  {
    title: "Describe it",
    text: "Name your assistant, tell it who it is and what a good conversation ends with.",
  },
  {
    title: "Talk to it",
    text: "Try it on a test page for free until it says what you would say.",
  },
  {
    title: "Publish it",
    text: "Paste the snippet into your website. The button is live at once.",
  },
];

export function HowItWorksSection() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-it-works-title"
      className="mx-auto grid max-w-page gap-12 px-4 py-16 lg:py-24"
    >
      <SectionHeading
        id="how-it-works"
        title="How It Works"
        intro="From an empty page to a talking website in an afternoon, without code."
      />
      <ol className="grid gap-10 sm:grid-cols-3 sm:gap-8">
        {STEPS.map(({ title, text }, index) => (
          <li key={title} className="grid content-start gap-2 border-t border-line pt-6">
            <span className="font-semibold text-faint tabular-nums">{index + 1}</span>
            <h3 className="text-lead font-semibold">{title}</h3>
            <p className="text-lead text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
