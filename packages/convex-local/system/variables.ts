import { v } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import { ENVIRONMENT } from "../engine/system-tables.ts";
import type { JsonObject } from "../values/json.ts";
import { systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

const list = systemQuery({}, (context) => variablesOf(context));

export const variables: SystemModule = {
  "_system/cli/queryEnvironmentVariables:default": list,
  "_system/cli/queryEnvironmentVariables:get": systemQuery(
    { name: v.string() },
    (context, args) => {
      const found = variablesOf(context).find(({ name }) => name === args.name);
      return found === undefined ? null : { name: found.name ?? "", value: found.value ?? "" };
    },
  ),
};

function variablesOf({ host, transaction }: SystemContext): JsonObject[] {
  const table = ensureTable(host.database, "", ENVIRONMENT);
  const rows = transaction.walk({
    table,
    index: must(table.indexes.get("by_id"), "by_id"),
    range: { lower: Buffer.alloc(0), upper: null },
    order: "asc",
  });
  const found: JsonObject[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) found.push(row.document.json());
  return found.sort((a, b) => ((a.name as string) < (b.name as string) ? -1 : 1));
}
