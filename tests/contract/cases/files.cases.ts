/**
 * Sources in get-convex/convex-backend: crates/local_backend/src/storage.rs (URLs), crates/file_storage/src/core.rs
 * (stored data), crates/model/src/file_storage/mod.rs (metadata and IDs).
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

const BYTES = new Uint8Array([0, 1, 254, 255]);
const SHA256 = createHash("sha256").update(BYTES).digest();

export function fileCases({ backend, isLocal }: Suite): void {
  const store = (type?: string) =>
    backend().action(api.uploads.storeBytes, {
      bytes: BYTES.buffer,
      ...(type === undefined ? {} : { type }),
    });

  test("[B1] a file is read as it was stored, with its type", async () => {
    const id = await store("audio/wav");
    expect(await backend().action(api.uploads.readBytes, { id })).toEqual({
      bytes: BYTES.buffer,
      type: "audio/wav",
    });
  });

  test("[B1] a file's metadata has its size and its sha256", async () => {
    const id = await store();
    const record = await backend().query(api.uploads.record, { id });
    expect(record).toMatchObject({ _id: id, size: 4, sha256: SHA256.toString("base64") });
    expect(record?._creationTime).toBeTypeOf("number");
    expect(await backend().query(api.uploads.newest, {})).toBe(id);
  });

  test("[B1] a file may be empty", async () => {
    const bytes = new ArrayBuffer(0);
    const id = await backend().action(api.uploads.storeBytes, { bytes });
    expect(await backend().query(api.uploads.record, { id })).toMatchObject({ size: 0 });
    const read = await backend().action(api.uploads.readBytes, { id });
    expect(read?.bytes.byteLength).toBe(0);
  });

  test("[B1] a document can hold a file's ID", async () => {
    const file = await store();
    await backend().mutation(api.uploads.attach, { file });
    expect(await backend().query(api.values.all, {})).toEqual([file]);
  });

  test("[T2] a deletion that is rolled back keeps the file", async () => {
    const id = await store();
    await expect(backend().mutation(api.uploads.removeThenFail, { id })).rejects.toThrow();
    const read = await backend().action(api.uploads.readBytes, { id });
    expect(read?.bytes).toEqual(BYTES.buffer);
  });

  test("[B4] an action can create URLs too", async () => {
    const id = await store();
    const [link, uploadLink] = await backend().action(api.uploads.linkAndUploadLink, { id });
    expect(link).toContain("/api/storage/");
    expect(uploadLink).toContain("/api/storage/upload?token=");
  });

  // convex-test stores no content type, does not serve URLs, and deletes from an action without a transaction.
  if (!isLocal) return;

  test("[B3] an action deletes a file", async () => {
    const id = await store();
    await backend().action(api.uploads.removeFromAction, { id });
    expect(await backend().action(api.uploads.readBytes, { id })).toBeNull();
    expect(await backend().query(api.uploads.record, { id })).toBeNull();
  });

  // crates/isolate/src/environment/helpers/mod.rs `with_argument_error`.
  test.each(["delete", "getUrl"] as const)(
    "[B3] a text that is not an ID is refused: storage.%s names its argument",
    async (how) => {
      await expect(
        backend().mutation(api.uploads.useText, { id: "nonsense", how }),
      ).rejects.toThrow(
        `Invalid argument \`storageId\` for \`storage.${how}\`: Invalid storage ID: "nonsense"`,
      );
    },
  );

  // npm-packages/udf-runtime/src/storage.ts `getBlob`, 09_file.ts `BlobStreamReference`.
  test.each(["text", "stream", "form"] as const)(
    "[B6] a Blob from storage.get can be read only once: %s",
    async (how) => {
      const id = await store();
      await expect(backend().action(api.uploads.readTwice, { id, how })).rejects.toThrow(
        "Can't re-read streaming Blob",
      );
    },
  );

  test("[B1] getMetadata returns the metadata under their old names", async () => {
    const id = await store("audio/wav");
    expect(await backend().query(api.uploads.metadata, { id })).toEqual({
      storageId: id,
      size: 4,
      sha256: SHA256.toString("hex"),
      contentType: "audio/wav",
    });
  });

  test("[B1] the metadata have exactly Convex's fields", async () => {
    const id = await store("audio/wav");
    expect(await backend().query(api.uploads.record, { id })).toEqual({
      _id: id,
      _creationTime: expect.any(Number) as unknown,
      contentType: "audio/wav",
      sha256: SHA256.toString("base64"),
      size: 4,
    });
  });

  test("[B2] a file that does not match the given sha256 is refused", async () => {
    const bytes = BYTES.buffer;
    const good = SHA256.toString("base64");
    const wrong = createHash("sha256").update("other").digest("base64");
    const { storeBytes } = api.uploads;
    await expect(backend().action(storeBytes, { bytes, sha256: wrong })).rejects.toThrow(
      `Sha256 mismatch. Expected: ${wrong} Actual: ${good}`,
    );
    const id = await backend().action(storeBytes, { bytes, sha256: good });
    expect(await backend().query(api.uploads.record, { id })).toMatchObject({ size: 4 });
  });

  // crates/isolate/src/environment/action/storage.rs `run_storage_store`, with the messages of the crates mime and
  // headers.
  test("[B2] a file with an invalid type or sha256 is refused", async () => {
    const bytes = BYTES.buffer;
    const { storeBytes } = api.uploads;
    await expect(backend().action(storeBytes, { bytes, type: "sound" })).rejects.toThrow(
      "mime parse error: a slash (/) was missing between the type and subtype",
    );
    const sha256 = SHA256.toString("hex");
    await expect(backend().action(storeBytes, { bytes, sha256 })).rejects.toThrow(
      "invalid HTTP header",
    );
  });

  test("[B3] a deleted file cannot be deleted again", async () => {
    const id = await store();
    await backend().mutation(api.files.remove, { id });
    await expect(backend().mutation(api.files.remove, { id })).rejects.toThrow(
      `storage id ${id} not found`,
    );
  });

  test("[B4] a URL's response has the file's length and digest", async () => {
    const id = await store("audio/wav");
    const url = (await backend().query(api.files.url, { id })) ?? "";
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(url, { method });
      expect(response.status, method).toBe(200);
      expect(response.headers.get("Content-Length"), method).toBe("4");
      expect(response.headers.get("Digest"), method).toBe(`sha-256=${SHA256.toString("base64")}`);
    }
    const part = await fetch(url, { headers: { Range: "bytes=1-2" } });
    expect(part.headers.get("Content-Length")).toBe("2");
  });

  test("[B4] a URL serves the file or a range of it", async () => {
    const id = await store("audio/wav");
    const url = (await backend().query(api.files.url, { id })) ?? "";
    const whole = await fetch(url);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("Content-Type")).toBe("audio/wav");
    expect(whole.headers.get("Accept-Ranges")).toBe("bytes");
    expect(whole.headers.get("Cache-Control")).toBe("private, max-age=2592000");
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(BYTES);
    const ranges: [string, number[], string][] = [
      ["bytes=1-2", [1, 254], "bytes 1-2/4"],
      ["bytes=2-", [254, 255], "bytes 2-3/4"],
      // Upstream ignores the length: packages/convex-local/http/byte-range.ts has the source.
      ["bytes=0-99", [...BYTES], "bytes 0-99/4"],
      ["bytes=9-", [], "bytes 9-3/4"],
    ];
    for (const [range, bytes, contentRange] of ranges) {
      const part = await fetch(url, { headers: { Range: range } });
      expect([part.status, part.headers.get("Content-Range")]).toEqual([206, contentRange]);
      expect([...new Uint8Array(await part.arrayBuffer())]).toEqual(bytes);
    }
  });

  test("[B5] an upload URL takes a file and returns its ID", async () => {
    const link = await backend().mutation(api.files.uploadUrl, {});
    const response = await fetch(link, {
      method: "POST",
      headers: {
        "Content-Type": "text/csv",
        Digest: `sha-256=${createHash("sha256").update("a,b").digest("base64")}`,
      },
      body: "a,b",
    });
    expect(response.status).toBe(200);
    const { storageId: id } = (await response.json()) as { storageId: never };
    expect(await backend().action(api.files.read, { id })).toBe("a,b");
    expect(await backend().query(api.uploads.record, { id })).toMatchObject({
      contentType: "text/csv",
    });
  });

  const upload = async (link: string, headers: Record<string, string> = {}) => {
    const response = await fetch(link, { method: "POST", headers, body: "a,b" });
    return [response.status, (await response.json()) as unknown] as const;
  };

  test("[B2] an upload whose content does not match its Digest is refused", async () => {
    const link = await backend().mutation(api.files.uploadUrl, {});
    const expected = SHA256.toString("base64");
    const actual = createHash("sha256").update("a,b").digest("base64");
    const message = `Sha256 mismatch. Expected: ${expected} Actual: ${actual}`;
    const refused = [400, { code: "Sha256Mismatch", message }];
    expect(await upload(link, { Digest: `sha-256=${expected}` })).toEqual(refused);
  });

  // crates/local_backend/src/storage.rs `map_header_err`, crates/common/src/sha256.rs `DigestHeader`.
  test.each([
    ["content-type", "csv"],
    ["content-type", "text/csv; charset"],
    ["digest", "abc"],
    ["digest", "sha-256=abc"],
    ["digest", `SHA-256=${SHA256.toString("base64")}`],
    ["digest", `sha-256=${SHA256.toString("hex")}`],
  ])("[B2] an upload with the %s %j is refused", async (name, value) => {
    const link = await backend().mutation(api.files.uploadUrl, {});
    const message = `Bad header for ${name}: invalid HTTP header`;
    expect(await upload(link, { [name]: value })).toEqual([400, { code: "BadHeader", message }]);
  });

  test("[B5] an upload's type is stored in lower case", async () => {
    const link = await backend().mutation(api.files.uploadUrl, {});
    const [, answer] = await upload(link, { "Content-Type": "Text/CSV; Charset=UTF-8; Name=Ada" });
    const { storageId: id } = answer as { storageId: never };
    expect(await backend().query(api.uploads.record, { id })).toMatchObject({
      contentType: "text/csv; charset=utf-8; name=Ada",
    });
  });

  // crates/keybroker/src/broker.rs `check_store_file_authorization`, crates/common/src/http/extract.rs `Query`.
  test("[A3] an invalid upload URL, or one that is an hour old, is refused", async () => {
    const link = await backend().mutation(api.files.uploadUrl, {});
    const invalid = {
      code: "StorageTokenInvalid",
      message: "Couldn't decode the StoreFileAuthorization token",
    };
    const bare = new URL("/api/storage/upload", link).href;
    expect(await upload(`${link}x`)).toEqual([401, invalid]);
    expect(await upload(`${bare}?token=`)).toEqual([401, invalid]);
    const message = "Failed to deserialize query string";
    expect(await upload(bare)).toEqual([400, { code: "BadQueryArgs", message }]);
    await backend().letPass(3_600_000, () => Promise.resolve(true));
    const expired = { code: "StorageTokenExpired", message: "Store File Authorization expired" };
    expect(await upload(link)).toEqual([401, expired]);
  });

  test("[B4] a URL without a file is 404", async () => {
    const id = await store();
    const url = (await backend().query(api.files.url, { id })) ?? "";
    await backend().mutation(api.files.remove, { id });
    expect((await fetch(url)).status).toBe(404);
    const other = new URL("/api/storage/00000000-0000-0000-0000-000000000000", url);
    expect((await fetch(other)).status).toBe(404);
  });
}
