/** Export and import: what the CLI calls, and `POST /api/import` for what fits into one request. */
import { Readable } from "node:stream";
import type { JSONValue } from "convex/values";
import { ImportError } from "../snapshots/import-error.ts";
import type { Exports } from "../snapshots/exports.ts";
import type { Imports, NewImport } from "../snapshots/imports.ts";
import type { ImportFormat } from "../snapshots/parse-import.ts";
import { tableNameProblem } from "../snapshots/snapshot-paths.ts";
import type { ImportMode } from "../snapshots/table-changes.ts";
import type { Uploads } from "../snapshots/uploads.ts";
import { tableNumberOf } from "../values/document-id.ts";
import { isJsonObject } from "../values/json.ts";
import { HttpError } from "./exchange.ts";
import type { Handler } from "./exchange.ts";
import { readJson } from "./function-routes.ts";

export interface SnapshotRouteOptions {
  exports: Exports;
  imports: Imports;
  uploads: Uploads;
}

const CACHE_HEADERS = "private, max-age=2592000";

/** For admins alone, which whoever serves them checks first. */
export function snapshotRoutes(options: SnapshotRouteOptions): Record<string, Handler> {
  const { exports, imports, uploads } = options;
  const routes: Record<string, Handler> = {
    "POST /api/export/request/zip": async (request) => {
      const { searchParams } = new URL(request.url);
      const includeStorage = searchParams.get("includeStorage") === "true";
      if (exports.request({ includeStorage }) === null) {
        throw new HttpError(
          400,
          "ExportInProgress",
          "There is already an export requested or in progress.",
        );
      }
      return new Response(null);
    },
    "GET /api/export/zip/*": (request) => download(exports, lastOf(request)),
    "POST /api/export/cancel/*": async (request) => {
      exports.cancel(lastOf(request));
      return new Response(null);
    },
    "POST /api/import/start_upload": async () =>
      Response.json({ uploadToken: await uploads.start() }),
    "POST /api/import/upload_part": async (request) => {
      const { searchParams } = new URL(request.url);
      const token = searchParams.get("uploadToken") ?? "";
      const bytes = Buffer.from(await request.arrayBuffer());
      return Response.json(
        await uploads.addPart(token, Number(searchParams.get("partNumber")), bytes),
      );
    },
    "POST /api/import/finish_upload": async (request) => {
      const { import: given, uploadToken, partTokens } = await readJson(request);
      if (!Array.isArray(partTokens)) {
        throw new HttpError(400, "BadRequest", "`partTokens` must be a list");
      }
      const wanted = parseArgs(isJsonObject(given) ? given : {});
      const file = await uploads.finish(textOf(uploadToken), partTokens.map(textOf));
      return Response.json({ importId: imports.start({ ...wanted, file }) });
    },
    "POST /api/perform_import": async (request) => {
      imports.confirm(await importIdOf(request));
      return new Response(null);
    },
    "POST /api/cancel_import": async (request) => {
      imports.cancel(await importIdOf(request));
      return new Response(null);
    },
    "POST /api/import": async (request) => {
      const wanted = parseArgs(Object.fromEntries(new URL(request.url).searchParams));
      const token = await uploads.start();
      const part = await uploads.addPart(token, 1, Buffer.from(await request.arrayBuffer()));
      const id = imports.start({ ...wanted, file: await uploads.finish(token, [part]) });
      await imports.settled(id);
      imports.confirm(id);
      const end = await imports.settled(id);
      if (end.state === "failed") throw new HttpError(400, "ImportFailed", end.error_message);
      if (end.state !== "completed") throw new Error(`should be done, is ${end.state}`);
      const written = Buffer.from(end.num_rows_written.$integer, "base64").readBigInt64LE();
      return Response.json({ numWritten: Number(written) });
    },
  };
  return Object.fromEntries(
    Object.entries(routes).map(([route, handler]) => [route, refusing(handler)]),
  );
}

function lastOf(request: Request): string {
  return new URL(request.url).pathname.split("/").at(-1) ?? "";
}

async function download(exports: Exports, id: string): Promise<Response> {
  if (!/^\d+$/.test(id) && tableNumberOf(id) === null) {
    throw new HttpError(400, "BadSnapshotId", "Snapshot Id did not parse to an ID.");
  }
  const found = await exports.fetch(id);
  if (found === "unknown") {
    throw new HttpError(404, "ExportNotFound", `The requested export ${id} was not found`);
  }
  if (found === "incomplete") {
    throw new HttpError(400, "ExportNotComplete", `The requested export ${id} has not completed`);
  }
  return new Response(Readable.toWeb(found.stream) as ReadableStream, {
    headers: {
      "Content-Length": String(found.size),
      "Content-Disposition": `attachment; filename=${found.filename}`,
      "Cache-Control": CACHE_HEADERS,
    },
  });
}

function refusing(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      const status = error.code === "ImportNotFound" ? 404 : 400;
      throw new HttpError(status, error.code, error.message);
    }
  };
}

function textOf(value: JSONValue | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

async function importIdOf(request: Request): Promise<string> {
  const { importId } = await readJson(request);
  if (typeof importId === "string" && tableNumberOf(importId) !== null) return importId;
  throw new HttpError(400, "InvalidImport", `invalid import id ${textOf(importId)}`);
}

const MODES = new Set<ImportMode>(["append", "replace", "replaceAll", "requireEmpty"]);

function parseArgs(args: Record<string, JSONValue | undefined>): Omit<NewImport, "file"> {
  const { tableName, componentPath, mode = "requireEmpty", format } = args;
  if (!MODES.has(mode as ImportMode)) {
    const known = [...MODES].join(", ");
    throw new HttpError(400, "BadRequest", `\`mode\` must be one of ${known}`);
  }
  return {
    format: parseFormat(format, tableName),
    mode: mode as ImportMode,
    component: typeof componentPath === "string" ? componentPath : "",
  };
}

const TABLE_FORMATS = {
  csv: { format: "csv", name: "CSV" },
  jsonLines: { format: "jsonl", name: "JSONL" },
  jsonArray: { format: "json_array", name: "JSON" },
} as const;

/** crates/local_backend/src/snapshot_import.rs, parse_format_arg */
function parseFormat(format: unknown, table: unknown): ImportFormat {
  const wrong = typeof table === "string" ? tableNameProblem(table) : null;
  if (wrong !== null) {
    const message = `invalid table name ${String(table)}: ${wrong}`;
    throw new HttpError(400, "ImportInvalidName", message);
  }
  if (format === "zip") {
    if (typeof table !== "string") return { format };
    throw new HttpError(400, "InvalidName", "ZIP import cannot have table name");
  }
  if (typeof format !== "string" || !Object.hasOwn(TABLE_FORMATS, format)) {
    const known = [...Object.keys(TABLE_FORMATS), "zip"].join(", ");
    throw new HttpError(400, "BadRequest", `\`format\` must be one of ${known}`);
  }
  const kind = TABLE_FORMATS[format as keyof typeof TABLE_FORMATS];
  if (typeof table === "string") return { format: kind.format, table };
  throw new HttpError(400, "InvalidName", `${kind.name} import requires table name`);
}
