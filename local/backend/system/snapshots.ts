import { v } from "convex/values";
import { ensureTable } from "../engine/catalog-store.ts";
import { EXPORTS, SNAPSHOT_IMPORTS, STORAGE } from "../engine/system-tables.ts";
import { newestOf } from "../snapshots/job-records.ts";
import { systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

// Upstream's sample, by which it knows the table number that files have in a new deployment.
const NUMBER_OF_FILES = 540;
const SHOWN_IMPORTS = 20;

const latest = systemQuery({}, (context) => newest(context, EXPORTS, 1)[0] ?? null);
const listImports = systemQuery({}, (context) => newest(context, SNAPSHOT_IMPORTS, SHOWN_IMPORTS));

export const snapshots: SystemModule = {
  "_system/cli/exports:getLatest": latest,
  "_system/frontend/latestExport:default": latest,
  "_system/frontend/latestExport:latestCloudExport": systemQuery({}, () => null),
  "_system/frontend/latestExport:canExportFileStorage": systemQuery(
    {},
    ({ host }) => host.database.catalog.table("", STORAGE)?.number === NUMBER_OF_FILES,
  ),
  "_system/cli/queryImport:default": systemQuery(
    { importId: v.id(SNAPSHOT_IMPORTS) },
    ({ host, transaction }, { importId }) => {
      const table = ensureTable(host.database, "", SNAPSHOT_IMPORTS);
      return transaction.get(table, importId as string)?.json() ?? null;
    },
  ),
  "_system/cli/queryImport:list": listImports,
  "_system/frontend/snapshotImport:list": listImports,
};

function newest({ host, transaction }: SystemContext, name: string, most: number) {
  return newestOf(transaction, ensureTable(host.database, "", name), most);
}
