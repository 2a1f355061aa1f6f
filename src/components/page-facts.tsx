import type { CallDetails } from "../lib/shown-calls";
import { Fact } from "./fact";

const TITLE = "From your website";

/** What the website's own code told the assistant about the visitor. */
export function PageFacts({ facts }: { facts: CallDetails["pageFacts"] }) {
  if (facts.length === 0) return null;
  return (
    <section aria-label={TITLE} className="grid gap-2">
      <h3 className="text-small font-medium">{TITLE}</h3>
      <dl className="grid pairs gap-4">
        {facts.map(({ name, value }) => (
          <Fact key={name} label={name}>
            <span className="wrap-anywhere" dir="auto">
              {value}
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}
