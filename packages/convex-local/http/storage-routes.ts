/** Uploading and downloading files. */
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath } from "../engine/catalog.ts";
import { readDigest, sha256Mismatch } from "../files/digest.ts";
import type { StoredFile } from "../files/file-store.ts";
import { parseMediaType } from "../files/media-type.ts";
import type { Host } from "../functions/host.ts";
import { recordFile } from "../functions/storage-syscalls.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { ensureTable } from "../engine/catalog-store.ts";
import { keyRange } from "../engine/index-range.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { toResponse, wantedRange } from "./byte-range.ts";
import { HttpError } from "./exchange.ts";
import type { Handler } from "./exchange.ts";

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const CACHE_HEADERS = "private, max-age=2592000";

/** get-convex/convex-backend, crates/local_backend/src/storage.rs `storage_upload`. */
export function uploadRoute(host: Host, runner: FunctionRunner): Handler {
  return async (request) => {
    const component = permitted(host, new URL(request.url).searchParams.getAll("token"));
    const contentType = readHeader(request, "content-type", mediaTypeOf);
    const expected = readHeader(request, "digest", readDigest);
    const file = await host.files.write(Buffer.from(await request.arrayBuffer()), contentType);
    if (expected !== undefined && expected !== file.sha256) {
      await host.files.remove(file.file);
      throw new HttpError(400, "Sha256Mismatch", sha256Mismatch(expected, file.sha256));
    }
    const storageId = await runner.inTransaction({ component }, (inside) =>
      recordFile(host, inside, file),
    );
    return Response.json({ storageId });
  };
}

/** crates/keybroker/src/broker.rs `check_store_file_authorization`, crates/common/src/http/extract.rs `Query`. */
function permitted(host: Host, [token, ...more]: string[]): ComponentPath {
  if (token === undefined || more.length > 0) {
    throw new HttpError(400, "BadQueryArgs", "Failed to deserialize query string");
  }
  const permission = host.uploads.redeem(token, host.clock.now());
  if (permission === "invalid") {
    const message = "Couldn't decode the StoreFileAuthorization token";
    throw new HttpError(401, "StorageTokenInvalid", message);
  }
  if (permission === "expired") {
    throw new HttpError(401, "StorageTokenExpired", "Store File Authorization expired");
  }
  return permission.component;
}

function readHeader(
  request: Request,
  name: string,
  read: (header: string) => string | null,
): string | undefined {
  const header = request.headers.get(name);
  if (header === null) return undefined;
  const value = read(header);
  if (value !== null) return value;
  throw new HttpError(400, "BadHeader", `Bad header for ${name}: invalid HTTP header`);
}

function mediaTypeOf(header: string): string | null {
  try {
    return parseMediaType(header);
  } catch {
    return null;
  }
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
      "Cache-Control": CACHE_HEADERS,
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
