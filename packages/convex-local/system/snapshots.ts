import { v } from "convex/values";
import { ensureTable } from "../engine/catalog-store.ts";
import { EXPORTS, SNAPSHOT_IMPORTS } from "../engine/system-tables.ts";
import { newestOf } from "../snapshots/job-records.ts";
import { systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

const SHOWN_IMPORTS = 20;

const latest = systemQuery({}, (context) => newest(context, EXPORTS, 1)[0] ?? null);
const listImports = systemQuery({}, (context) => newest(context, SNAPSHOT_IMPORTS, SHOWN_IMPORTS));

export const snapshots: SystemModule = {
  "_system/cli/exports:getLatest": latest,
  "_system/cli/queryImport:default": systemQuery(
    { importId: v.id(SNAPSHOT_IMPORTS) },
    ({ host, transaction }, { importId }) => {
      const table = ensureTable(host.database, "", SNAPSHOT_IMPORTS);
      return transaction.get(table, importId as string)?.json() ?? null;
    },
  ),
  "_system/cli/queryImport:list": listImports,
};

function newest({ host, transaction }: SystemContext, name: string, most: number) {
  return newestOf(transaction, ensureTable(host.database, "", name), most);
}
