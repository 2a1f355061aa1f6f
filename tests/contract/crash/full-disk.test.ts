/** A full or read-only disk: everybody gets an error, and nothing that was acknowledged is lost. */
import { readdirSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { disagreements } from "@hark/convex-local/engine/test-index-consistency";
import { openSqliteStore } from "@hark/convex-local/storage/sqlite-store";
import { api } from "../app-api.ts";
import { openMortalBackend } from "./mortal-backend.ts";

const BLOCK_BYTES = 512;
const ROOM_BYTES = 2 ** 20;
const BODY = "x".repeat(50_000);

test("[T6] when the disk is full, writes fail with an error, reads work, and acknowledged data stays", async () => {
  const backend = await openMortalBackend();
  const data = path.join(backend.folder, "data.sqlite");
  await backend.stop();
  await backend.start({
    largestFileBlocks: Math.ceil((statSync(data).size + ROOM_BYTES) / BLOCK_BYTES),
  });
  const client = new ConvexHttpClient(backend.url, { logger: false });
  const address = await client.mutation(api.files.uploadUrl);
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const reasons = new Set<string>();
  while (refused.length < 3) {
    const author = `author ${acknowledged.length + refused.length}`;
    try {
      await client.mutation(api.notes.add, { author, body: BODY });
      acknowledged.push(author);
    } catch (error) {
      refused.push(author);
      reasons.add(String(error).replace(/^.*\n/, ""));
    }
  }
  const message = `The database ${data} cannot be written: `;
  const reason = "Make room on its disk";
  expect([...reasons]).toEqual([expect.stringContaining(message)]);
  expect([...reasons]).toEqual([expect.stringContaining(reason)]);
  // Logged once, not for every write.
  expect(backend.output().split(message)).toHaveLength(2);
  const [first = ""] = acknowledged;
  expect(await client.query(api.notes.byAuthor, { author: first })).toHaveLength(1);
  const files = readdirSync(path.join(backend.folder, "files"));
  const upload = await fetch(address, { method: "POST", body: "x".repeat(64 * 2 ** 20) });
  expect(upload.status).toBe(500);
  expect(backend.output()).toContain(`cannot be stored in ${path.join(backend.folder, "files")}`);
  expect(readdirSync(path.join(backend.folder, "files"))).toEqual(files);

  await backend.stop();
  await backend.start();
  for (const author of acknowledged) {
    expect(await client.query(api.notes.byAuthor, { author }), author).toHaveLength(1);
  }
  for (const author of refused) {
    expect(await client.query(api.notes.byAuthor, { author }), author).toEqual([]);
  }
  await client.mutation(api.notes.add, { author: "afterwards" });
  await backend.stop();
  expect(disagreements(data)).toEqual([]);
  await backend.remove();
});

test("[T6] a data folder that cannot be written is reported with what to do", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-read-only-"));
  const readOnly = path.join(folder, "backend");
  await mkdir(readOnly, { mode: 0o500 });
  await chmod(folder, 0o755);
  await chmod(readOnly, 0o555);
  const file = path.join(readOnly, "data.sqlite");
  asNobody(() => {
    expect(() => openSqliteStore(file)).toThrow(
      new RegExp(`^The database ${file} cannot be opened for writing: .*HARK_DATA\\.$`),
    );
  });
  await rm(folder, { recursive: true });
});

/** Root may write anywhere, so another user is needed. */
function asNobody(act: () => void): void {
  const NOBODY = 65_534;
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
