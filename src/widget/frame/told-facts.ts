import { readPageFacts } from "../../../convex/shared/pageFacts";
import type { Heard } from "./host-link";

/** What the page's code says about the visitor. Undefined if it says nothing. */
export function toldFacts({ facts }: Heard): Record<string, string> | undefined {
  const told = readPageFacts(facts?.facts);
  if (told.length === 0) return undefined;
  return Object.fromEntries(told.map(({ name, value }) => [name, value]));
}
