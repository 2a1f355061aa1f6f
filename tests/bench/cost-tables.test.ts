import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { plansTable, priceTables } from "./cost-tables.ts";
import { formatTable } from "./table.ts";

test.each([plansTable(), ...priceTables()].map((table) => [table.title, table] as const))(
  "docs/scale.md shows the table: %s",
  (_, table) => {
    const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/scale.md"), "utf8");
    expect(document).toContain(formatTable(table).slice(2).join("\n"));
  },
);
