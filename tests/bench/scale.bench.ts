import type { Bench } from "./bench.ts";
import { measure } from "./scale/measure.ts";
import { tablesOf } from "./scale/tables.ts";

/** What Hark costs and carries: counts of a running Hark, and what follows from them at the vendors' prices. */
export const bench: Bench = {
  title: "Scale",
  measure: async () => tablesOf(await measure()),
};
