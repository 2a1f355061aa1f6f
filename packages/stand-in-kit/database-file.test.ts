import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabaseFile, refusal } from "./database-file.ts";

const PAGE_BYTES = 4096;
const ROWS = 2_000;

let folder: string;
let sound: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-database-"));
  sound = path.join(folder, "sound.sqlite");
  const database = open(sound);
  const insert = database.prepare("INSERT INTO words VALUES (?)");
  for (let row = 0; row < ROWS; row += 1) insert.run(`${"word".repeat(25)} ${row}`);
  database.close();
});

afterAll(() => rm(folder, { recursive: true }));

function open(file: string) {
  const schema = "CREATE TABLE IF NOT EXISTS words (word TEXT PRIMARY KEY)";
  return openDatabaseFile({ file, synchronous: "NORMAL", schema });
}

test("an intact file can be opened again and again", () => {
  for (let time = 0; time < 2; time += 1) {
    const database = open(sound);
    const [count] = database.prepare("SELECT count(*) FROM words").raw(true).get() as [number];
    expect(count).toBe(ROWS);
    database.close();
  }
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ["holds something else", () => Buffer.from("not a database ".repeat(1_000))],
  ["was cut", (bytes) => bytes.subarray(0, 3 * PAGE_BYTES)],
  ["has a broken page", (bytes) => bytes.fill(0xff, 5 * PAGE_BYTES, 6 * PAGE_BYTES)],
  ["has a broken schema", (bytes) => bytes.fill(0xff, 100, PAGE_BYTES)],
])("a file that %s is reported as damaged, with its name and what to do", (what, damage) => {
  const file = path.join(folder, `${what}.sqlite`);
  const before = damage(readFileSync(sound));
  writeFileSync(file, before);
  expect(() => open(file)).toThrow(`The database ${file} is damaged: `);
  expect(() => open(file)).toThrow("npm run reset");
  // The file is left unchanged, for somebody who can repair it.
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a file that cannot be opened is reported with its name and what to do", () => {
  const file = path.join(folder, "folder.sqlite");
  mkdirSync(file);
  expect(() => open(file)).toThrow(`The database ${file} cannot be opened for writing: `);
  expect(() => open(file)).toThrow("HARK_DATA");
});

/** Another thread writes, and releases the file after a while. */
const WRITER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const database = new (require("libsql"))(workerData);
  database.exec("BEGIN IMMEDIATE; INSERT INTO words VALUES ('theirs')");
  parentPort.postMessage("writing");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  database.exec("COMMIT");
  database.close();
`;

test("opening a file waits until another process releases it", async () => {
  const file = path.join(folder, "in use.sqlite");
  open(file).close();
  const writer = new Worker(WRITER, { eval: true, workerData: file });
  await once(writer, "message");
  const database = open(file);
  database.exec("INSERT INTO words VALUES ('ours')");
  const words = database.prepare("SELECT word FROM words ORDER BY word").raw(true).all();
  expect(words).toEqual([["ours"], ["theirs"]]);
  database.close();
});

test("a file that stays in use is reported with its name and what to do", () => {
  const file = path.join(folder, "in use for longer.sqlite");
  const { message } = refusal(file, Object.assign(new Error("locked"), { code: "SQLITE_BUSY" }));
  expect(message).toContain(`The database ${file} is in use`);
  expect(message).toContain("HARK_DATA");
});

test("if the last record of the log is incomplete, everything written before it is intact", () => {
  const file = path.join(folder, "log.sqlite");
  const database = open(file);
  const count = (opened: ReturnType<typeof open>) =>
    (opened.prepare("SELECT count(*) FROM words").raw(true).get() as [number])[0];
  const sizes: number[] = [];
  for (let commit = 0; commit < 20; commit += 1) {
    database.exec("BEGIN");
    for (let row = 0; row < 30; row += 1) {
      database.prepare("INSERT INTO words VALUES (?)").run(`${"word".repeat(25)} ${commit} ${row}`);
    }
    database.exec("COMMIT");
    sizes.push(readFileSync(`${file}-wal`).length);
  }
  const log = readFileSync(`${file}-wal`);
  for (const cut of [...sizes.flatMap((size) => [size - 1, size, size + 1, size + 5_000]), 10]) {
    const copy = path.join(folder, `cut at ${cut}.sqlite`);
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, log.subarray(0, cut));
    const opened = open(copy);
    expect(count(opened), `cut at ${cut}`).toBe(30 * sizes.filter((size) => size <= cut).length);
    opened.close();
  }
  database.close();
});
