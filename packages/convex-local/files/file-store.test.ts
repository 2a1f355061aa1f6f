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

test("a removed file is deleted, and removing it twice is no error", async () => {
  const { file } = await files.write(Buffer.from("hello"), undefined);
  await files.remove(file);
  await files.remove(file);
  expect(await readdir(folder)).toEqual([]);
});

test.each(["../admin-key", "/etc/passwd", "", "a/b"])("the name %j reaches no file", (name) => {
  expect(() => files.read(name)).toThrow("No stored file is named");
});

async function* bytesOf(...texts: string[]) {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

const NAME = "00000000-0000-4000-8000-000000000000";

test("[X1] a file that comes in parts takes the name that it had elsewhere", async () => {
  const stored = await files.receive(bytesOf("hel", "lo"), { name: NAME });
  expect(stored).toMatchObject({
    file: NAME,
    size: 5,
    sha256: "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
    isNew: true,
  });
  expect(await files.receive(bytesOf("hello"), { name: NAME })).toMatchObject({
    file: NAME,
    isNew: false,
  });
  expect(await readdir(folder)).toEqual([NAME]);
});

test("[X1] a name that another file has is left to that", async () => {
  await files.receive(bytesOf("hello"), { name: NAME });
  const { file } = await files.receive(bytesOf("other"), { name: NAME });
  expect(file).not.toBe(NAME);
  expect(String(await files.read(NAME))).toBe("hello");
  expect(String(await files.read(file))).toBe("other");
});

test("[X1] files that are deleted while deletions are postponed are deleted on release", async () => {
  const { file } = await files.write(Buffer.from("hello"), undefined);
  const release = files.hold();
  await files.remove(file);
  expect(String(await files.read(file))).toBe("hello");
  await release();
  expect(await readdir(folder)).toEqual([]);
});
