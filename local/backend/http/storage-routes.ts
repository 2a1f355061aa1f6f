/** Uploading and downloading files. */
import type { StoredFile } from "../files/file-store.ts";
import type { Host } from "../functions/host.ts";
import { recordFile } from "../functions/storage-syscalls.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { must } from "../../must.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { keyRange } from "../engine/index-range.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { toResponse, wantedRange } from "./byte-range.ts";
import { HttpError } from "./exchange.ts";
import type { Handler } from "./exchange.ts";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const KEPT_BY_BROWSERS = "private, max-age=2592000";

export function uploadRoute(host: Host, runner: FunctionRunner): Handler {
  return async (request) => {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const component = host.uploads.redeem(token, host.clock.now());
    if (component === null) {
      throw new HttpError(
        401,
        "InvalidUploadToken",
        "The upload link is not valid or has expired.",
      );
    }
    const bytes = Buffer.from(await request.arrayBuffer());
    const contentType = request.headers.get("Content-Type") ?? undefined;
    const file = await host.files.write(bytes, contentType);
    const expected = /^sha-256=(.+)$/i.exec(request.headers.get("Digest") ?? "")?.[1];
    if (expected !== undefined && expected !== file.sha256) {
      await host.files.remove(file.file);
      throw new HttpError(
        400,
        "Sha256Mismatch",
        "The file's content does not match its Digest header.",
      );
    }
    const storageId = await runner.inTransaction({ component }, (inside) =>
      recordFile(host, inside, file),
    );
    return Response.json({ storageId });
  };
}

export function downloadRoute(host: Host): Handler {
  return async (request) => {
    const file = must(new URL(request.url).pathname.split("/").at(-1), "file name");
    if (!UUID.test(file)) {
      throw new HttpError(
        400,
        "InvalidStoragePath",
        `Invalid storage path: "${file}". Please use \`storage.getUrl(storageId: Id<"_storage">)\` to generate a ` +
          "valid URL to retrieve files. See https://docs.convex.dev/file-storage/serve-files for more details",
      );
    }
    const range = wantedRange(request.headers.get("Range"));
    if (range === "unsatisfiable") return new Response(null, { status: 416 });
    const record = findRecord(host, file);
    if (record === null) throw new HttpError(404, "FileNotFound", `File ${file} not found`);
    const bytes = await host.files.read(file);
    const headers = new Headers({
      "Cache-Control": KEPT_BY_BROWSERS,
      "Accept-Ranges": "bytes",
      "X-Content-Type-Options": "nosniff",
    });
    if (record.contentType !== undefined) headers.set("Content-Type", record.contentType);
    if (range === "whole") headers.set("Digest", `sha-256=${record.sha256}`);
    return toResponse(range, bytes, headers);
  };
}

function findRecord(host: Host, file: string): StoredFile | null {
  const { database } = host;
  for (const component of host.deployment().mounts.keys()) {
    const table = ensureTable(database, component, STORAGE);
    const index = must(table.indexes.get("by_file"), "file index");
    const range = keyRange(index.fields, [{ type: "Eq", fieldPath: "file", value: file }]);
    const record = database.transact((transaction) =>
      transaction.walk({ table, index, range, order: "asc", expectedRows: 1 }).next(),
    );
    if (record !== null) return record.document.json() as unknown as StoredFile;
  }
  return null;
}
