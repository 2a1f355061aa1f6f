import type { CallDetails } from "../lib/shown-calls";
import { Badge } from "./badge";
import { Fact } from "./fact";

const TITLE = "On your page";

type PageUse = CallDetails["pageUses"][number];

const STATES: Record<PageUse["state"], { words: string; tone: "good" | "bad" | "neutral" }> = {
  waiting: { words: "Waiting for the page", tone: "neutral" },
  taken: { words: "Waiting for the page", tone: "neutral" },
  done: { words: "Done", tone: "good" },
  failed: { words: "Did not work", tone: "bad" },
  unanswered: { words: "The page did not answer", tone: "bad" },
};

/** What the assistant did on the website's page, or could not do. */
export function PageUses({ uses }: { uses: PageUse[] }) {
  if (uses.length === 0) return null;
  return (
    <section aria-label={TITLE} className="grid gap-2">
      <h3 className="text-small font-medium">{TITLE}</h3>
      <dl className="grid gap-4">
        {uses.map((use, index) => (
          // Nothing else tells two alike ones apart.
          // eslint-disable-next-line react/no-array-index-key
          <Fact key={index} label={use.name}>
            <span className="grid gap-1 wrap-anywhere" dir="auto">
              {valuesOf(use)}
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={STATES[use.state].tone}>{STATES[use.state].words}</Badge>
                {use.answer}
              </span>
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function valuesOf({ values }: PageUse): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
}
