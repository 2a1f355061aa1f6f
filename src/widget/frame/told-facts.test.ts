import { expect, test } from "vitest";
import { PAGE_FACT_LIMITS } from "../../../convex/shared/pageFacts";
import { toldFacts } from "./told-facts";

const heard = (facts: unknown) => ({
  facts: { hark: "facts" as const, facts: facts as Record<string, string>, origin: "null" },
});

test("what the page has told goes along, no longer than it is kept", () => {
  const { value } = PAGE_FACT_LIMITS;
  expect(toldFacts(heard({ name: "Ada", cart: 3, note: "x".repeat(1_000_000) }))).toEqual({
    name: "Ada",
    cart: "3",
    note: "x".repeat(value),
  });
});

test("a page that tells nothing, or something else, adds nothing", () => {
  expect(toldFacts({})).toBeUndefined();
  expect(toldFacts(heard({ name: null }))).toBeUndefined();
  expect(toldFacts(heard("Ada"))).toBeUndefined();
});
