/** What the official dashboard calls beside functions (crates/local_backend/src/dashboard.rs, scheduling.rs). */
import { yieldEvery } from "../engine/yield-every.ts";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { discardTable, swapTables } from "../engine/staged-tables.ts";
import type { Host } from "../functions/host.ts";
import { deletionProblem } from "../deploy/table-deletion.ts";
import { tableNameProblem } from "../snapshots/snapshot-paths.ts";
import { cancelSomeScheduled } from "../scheduler/cancel-jobs.ts";
import { tableShapes } from "../system/table-shapes.ts";
import type { JSONValue } from "convex/values";
import { HttpError } from "./exchange.ts";
import type { Handler } from "./exchange.ts";
import { readJson } from "./function-routes.ts";

// crates/roles: all that a deployment's own key may do.
const ALLOWED = [
  "Deploy",
  "ViewEnvironmentVariables",
  "WriteEnvironmentVariables",
  "ViewLogs",
  "ViewData",
  "WriteData",
  "ViewBackups",
  "CreateBackups",
  "DownloadBackups",
  "DeleteBackups",
  "ImportBackups",
  "ActAsUser",
  "RunInternalQueries",
  "RunInternalMutations",
  "RunInternalActions",
];

/** For admins alone, which whoever serves them checks first. */
export function dashboardRoutes(host: Host): Record<string, Handler> {
  const { database } = host;
  return {
    "GET /api/check_admin_key": async () =>
      Response.json({ success: true, allowedOps: ALLOWED, isReadOnly: false }),
    "GET /api/shapes2": async (request) => {
      const component = new URL(request.url).searchParams.get("component");
      return Response.json(await tableShapes(database, componentOf(database, component)));
    },
    // `npm run verify` leaves a deployment as empty as it found it.
    "POST /api/delete_tables": async (request) => {
      const { tableNames, componentId } = await readJson(request);
      if (!Array.isArray(tableNames)) {
        throw new HttpError(400, "BadRequest", "`tableNames` must be a list");
      }
      await deleteTables(host, componentOf(database, componentId), tableNames.map(String));
      return new Response(null);
    },
    // crates/model/src/components/config.rs `delete_component`: with those inside it, and only what is not in use.
    "POST /api/delete_component": async (request) => {
      const component = componentOf(database, (await readJson(request)).componentId);
      const inside = database.catalog
        .components()
        .filter((one) => one === component || one.startsWith(`${component}/`));
      if (component === "" || inside.some((one) => host.deployment().mounts.has(one))) {
        const reason = "Component must be unmounted before deletion";
        throw new HttpError(400, "ComponentMustBeUnmounted", reason);
      }
      await discard(
        database,
        inside.flatMap((one) => database.catalog.tablesOf(one)),
      );
      return new Response(null);
    },
    "POST /api/cancel_all_jobs": async (request) => {
      const body = await readJson(request);
      const component = componentOf(database, body.componentId);
      const udfPath = typeof body.udfPath === "string" ? body.udfPath : null;
      const yieldNow = yieldEvery();
      const [fromMs, beforeMs] = [msOf(body.startNextTs), msOf(body.endNextTs)];
      const wanted = { udfPath, fromMs: fromMs ?? -Infinity, beforeMs: beforeMs ?? Infinity };
      while (cancelSomeScheduled(host, component, wanted)) await yieldNow();
      return new Response(null);
    },
  };
}

function componentOf({ catalog }: Database, id: JSONValue | undefined): ComponentPath {
  if (typeof id !== "string" || id === "") return "";
  if (catalog.components().includes(id)) return id;
  throw new HttpError(400, "InvalidComponentId", `Component ${JSON.stringify(id)} not found.`);
}

async function deleteTables(
  host: Host,
  component: ComponentPath,
  names: readonly string[],
): Promise<void> {
  const { database } = host;
  const schema = host.deployment().mounts.get(component)?.schema;
  for (const name of names) {
    const wrong = tableNameProblem(name) ?? deletionProblem(schema, name);
    if (wrong !== null) throw new HttpError(400, "SchemaEnforcementError", wrong);
    if (name.startsWith("_")) {
      throw new HttpError(400, "InvalidTableName", `${name} is a system table.`);
    }
  }
  await discard(
    database,
    names.flatMap((name) => database.catalog.table(component, name) ?? []),
  );
}

async function discard(database: Database, outgoing: Table[]): Promise<void> {
  swapTables(database, { incoming: [], outgoing });
  const yieldNow = yieldEvery();
  for (const table of outgoing) await discardTable(database, table, yieldNow);
}

/** Upstream's times are nanoseconds. */
function msOf(nanoseconds: JSONValue | undefined): number | null {
  return typeof nanoseconds === "number" ? nanoseconds / 1e6 : null;
}
