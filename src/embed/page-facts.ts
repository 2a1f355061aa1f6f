/** What the page's code has told with `Hark.set`. */
import { PAGE_FACT_LIMITS } from "../../convex/shared/pageFacts";
import type { PageFacts } from "../lib/widget-protocol";

type GivenFacts = Record<string, PageFacts[string] | null>;

/** What is told by now. Throws before anything changes, so that the page's developer sees the mistake. */
export function withFacts(told: PageFacts, given: GivenFacts): PageFacts {
  for (const [name, value] of Object.entries(given)) {
    if (!["string", "number", "boolean"].includes(typeof value) && value !== null) {
      throw new TypeError(`Hark.set: ${name} is not a text, number, boolean or null.`);
    }
  }
  const facts = Object.entries({ ...told, ...given }).filter(isTold);
  const { count, name: longest } = PAGE_FACT_LIMITS;
  if (facts.length > count || facts.some(([name]) => name.length > longest)) {
    throw new RangeError(`Hark.set: at most ${count} names of ${longest} characters.`);
  }
  return Object.fromEntries(facts);
}

function isTold(entry: [string, GivenFacts[string]]): entry is [string, PageFacts[string]] {
  return entry[1] !== null;
}
