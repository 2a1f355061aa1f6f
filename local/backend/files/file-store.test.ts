import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFileStore } from "./file-store.ts";
import type { FileStore } from "./file-store.ts";

let folder: string;
let files: FileStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-files-"));
  files = await openFileStore(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("a file comes back as it was written, with its size and hash", async () => {
  const stored = await files.write(Buffer.from("hello"), "text/plain");
  expect(stored).toMatchObject({
    size: 5,
    contentType: "text/plain",
    sha256: "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
  });
  expect(String(await files.read(stored.file))).toBe("hello");
});

test("a removed file is gone, and removing it twice is no error", async () => {
  const { file } = await files.write(Buffer.from("hello"), undefined);
  await files.remove(file);
  await files.remove(file);
  expect(await readdir(folder)).toEqual([]);
});

test.each(["../admin-key", "/etc/passwd", "", "a/b"])("the name %j reaches no file", (name) => {
  expect(() => files.read(name)).toThrow("No stored file is named");
});
