import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import Database from "libsql";
import { expect, onTestFinished, test } from "vitest";
import { atomically } from "./atomic.ts";

async function openDatabase(): Promise<Database.Database> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  const database = new Database(path.join(folder, "data.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)");
  onTestFinished(async () => {
    database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return database;
}

const count = (database: Database.Database) =>
  (database.prepare("SELECT count(*) AS notes FROM notes").get() as { notes: number }).notes;

test("a failed transaction leaves nothing behind", async () => {
  const database = await openDatabase();
  const insert = database.prepare("INSERT INTO notes VALUES (?)");
  const failing = () =>
    atomically(database, () => {
      insert.run("lost");
      throw new Error("a failure on purpose");
    });
  expect(failing).toThrow("a failure on purpose");
  expect(count(database)).toBe(0);
  expect(atomically(database, () => insert.run("kept").changes)).toBe(1);
});

// PRAGMA max_page_count limits the size of the file: https://sqlite.org/pragma.html#pragma_max_page_count
test("a full disk is reported as full, and existing data stays", async () => {
  const database = await openDatabase();
  const insert = database.prepare("INSERT INTO notes VALUES (?)");
  atomically(database, () => insert.run("kept"));
  database.exec("PRAGMA max_page_count = 10");
  const fill = () => atomically(database, () => insert.run("x".repeat(100_000)));
  expect(fill).toThrow(/database or disk is full/);
  expect(count(database)).toBe(1);
  database.exec("PRAGMA max_page_count = 1000");
  fill();
  expect(count(database)).toBe(2);
});
