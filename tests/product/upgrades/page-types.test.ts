/** Today's pages can be open before the functions are, and after a release was rolled back (README.md). */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { type Contract, readContract, releaseOf } from "./contract.ts";
import { contractOfToday } from "./contract-of-today.ts";
import { faultsOfPages } from "./page-types.ts";
import { NEEDED_BY_PAGES } from "./permitted.ts";
import { withNewFields } from "./refusals.ts";

type Functions = Contract["functions"];

test("today's pages send functions of the release before only what they accept, and read only what they answer", async () => {
  const { functions } = await readContract(releaseBefore());
  const faults = await faultsOfPages(olderThan((await contractOfToday()).functions, functions));
  expect(faults).toEqual(NEEDED_BY_PAGES.map(({ fault }) => fault));
});

test("a page that sends or reads something new without asking for it is found", async () => {
  const { functions: now } = await contractOfToday();
  const before = structuredClone(now);
  for (const part of ["args", "returns"] as const) {
    const object = must(now["versions:getVersion"], "function")[part];
    if (object.type !== "object") throw new Error(`${part}: ${object.type}`);
    const list = {
      fieldType: { type: "array", value: { type: "string" } },
      optional: false,
    } as const;
    object.value.added = part === "args" ? { ...list, optional: true } : list;
  }
  const page = (args: string, read: string) => `
    import { useQuery } from "convex/react";
    import type { Id } from "../../convex/_generated/dataModel";
    import { api } from "../../convex/_generated/api";
    export function usePlanted(versionId: Id<"assistantVersions">, added?: string[]) {
      const version = useQuery(api.versions.getVersion, { versionId, ${args} });
      return [added, version${read}];
    }
  `;
  const planted = {
    "lib/sends.ts": page("added: []", ""),
    "lib/sends-if-asked.ts": page("...(added === undefined ? {} : { added })", ""),
    "lib/reads.ts": page("", "?.added.length"),
    "lib/reads-if-there.ts": page("", "?.added?.length"),
  };
  expect(await faultsOfPages(now, planted)).toEqual([]);
  const faults = await faultsOfPages(olderThan(now, before), planted);
  const files = faults.map((fault) => fault.split(":")[0]);
  expect(files).toEqual(["src/lib/reads.ts", "src/lib/sends.ts"]);
});

/** What today's pages meet: the functions of before, and of today where there were none. A page without them says so. */
function olderThan(now: Functions, before: Functions): Functions {
  const pairs = Object.entries(now).map(([name, called]) => {
    const older = before[name];
    if (older === undefined) return [name, called] as const;
    return [name, { ...older, returns: withNewFields(called.returns, older.returns) }] as const;
  });
  return Object.fromEntries(pairs);
}

function releaseBefore(): string {
  const releases = readdirSync(import.meta.dirname)
    .map(releaseOf)
    .filter((release) => release !== null)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return must(releases.at(-1), "release");
}
