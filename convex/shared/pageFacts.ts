/** What a website's own code tells an assistant about its visitor, such as a name or a cart. */
import { beginningOf } from "./wellFormed";

export interface PageFact {
  name: string;
  value: string;
}

/** Facts, characters of each part, and of all together, because every answer costs what the assistant reads. */
export const PAGE_FACT_LIMITS = { count: 20, name: 40, value: 200, together: 2_000 } as const;

/** Reads them from a browser's request, which anybody can write. What is not a fact is left out. */
export function readPageFacts(given: unknown): PageFact[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [];
  const { count, together, ...limits } = PAGE_FACT_LIMITS;
  const facts = Object.entries(given)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => ({
      name: beginningOf(name.trim(), limits.name),
      value: beginningOf(String(value).trim(), limits.value),
    }))
    .filter(({ name, value }) => name !== "" && value !== "");
  const byName = new Map(facts.map((fact) => [fact.name, fact]));
  let length = 0;
  return [...byName.values()].slice(0, count).filter((fact) => {
    length += fact.name.length + fact.value.length;
    return length <= together;
  });
}
