/** What `npm start` does with data of an earlier version: a backup first, then the migrations. */
import { cp, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { internal } from "../../../convex/_generated/api";
import { restore } from "../../../tools/start/backups.ts";
import { writeOwnEnvFile } from "../../../tools/start/cli-settings.ts";
import { createClosing } from "../../../tools/start/closing.ts";
import type { Closing } from "../../../tools/start/closing.ts";
import { prepareDataFolder } from "../../../tools/start/data-folder.ts";
import { beginUpdate, KEPT_BACKUPS } from "../../../tools/start/update-data.ts";
import { adminClient } from "../../admin-client.ts";
import { deployedApp } from "../../contract/deployed-app.ts";
import { PRODUCT_FOLDER, TRIAL_KEYS } from "../../contract/deployment.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

let dataFolder: string;
let backend: Backend;
let closing: Closing;
let output: string[];

beforeEach(async () => {
  output = [];
  closing = createClosing((error) => console.error(error));
  dataFolder = await temporaryFolder("update");
  closing.add(() => removeFolder(dataFolder));
  await prepareDataFolder(dataFolder);
  await cp(await deployedApp(PRODUCT_FOLDER), path.join(dataFolder, "backend"), {
    recursive: true,
  });
  await open();
});
afterEach(() => closing.close());

async function open(): Promise<void> {
  const opened = await startBackend({
    dataFolder: path.join(dataFolder, "backend"),
    port: 0,
    sitePort: 0,
  });
  closing.add(() => opened.close());
  await opened.setEnvironment({ TRIAL_KEYS });
  backend = opened;
}

const admin = () => adminClient(backend.url, backend.adminKey);
const log = (line: string) => void output.push(line);

async function begin() {
  const { url, adminKey } = backend;
  const envFile = await writeOwnEnvFile(dataFolder, { url, adminKey });
  return await beginUpdate({ url, adminKey, envFile, closing }, { dataFolder, log });
}

async function insertStops(count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, n) => ({
    address: `owner-${n}@old.test`,
    reason: "bounced",
  }));
  await admin().mutation(makeFunctionReference<"mutation">("_system/frontend/addDocument"), {
    table: "mailStops",
    documents,
  });
}

async function stops(): Promise<{ address?: string }[]> {
  const read = makeFunctionReference<"query">("_system/cli/tableData");
  const paginationOpts = { cursor: null, numItems: 1_000 };
  const { page } = (await admin().query(read, {
    table: "mailStops",
    order: "asc",
    paginationOpts,
  })) as { page: { address?: string }[] };
  return page;
}

const plain = async () => (await stops()).filter(({ address }) => address !== undefined).length;
const backups = async () =>
  (await readdir(path.join(dataFolder, "backups")).catch(() => [])).toSorted();

test("data of an earlier version is saved before it is updated, and a restored backup is updated again", async () => {
  await insertStops(230);
  await (await begin()).finish();
  expect(await plain()).toBe(0);
  const [saved = "", ...others] = await backups();
  expect([saved, others]).toEqual([expect.stringMatching(/^before-migration-\d+-.*\.zip$/), []]);
  expect(output[0]).toContain(saved);
  const { mode } = await stat(path.join(dataFolder, "backups", saved));
  expect(mode & 0o077).toBe(0);

  await backend.close();
  await restore(dataFolder, path.join(dataFolder, "backups", saved), { mayReplace: true });
  await open();
  expect(await plain()).toBe(230);
  await (await begin()).finish();
  expect(await plain()).toBe(0);
});

test("where no migration waits, nothing is saved and nothing is printed", async () => {
  await (await begin()).finish();
  await insertStops(1);
  await rm(path.join(dataFolder, "backups"), { recursive: true, force: true });
  output = [];
  await (await begin()).finish();
  expect(await backups()).toEqual([]);
  expect(output).toEqual([]);
});

test(`the newest ${KEPT_BACKUPS} backups are kept, and other files are not touched`, async () => {
  const folder = path.join(dataFolder, "backups");
  await mkdir(folder);
  const old = ["01", "02", "03", "04"].map((day) => `before-migration-0-2020-01-${day}-120000.zip`);
  for (const name of [...old, "mine.zip"]) await writeFile(path.join(folder, name), "");
  await insertStops(1);
  await begin();
  const [first, second, third, ...rest] = await backups();
  expect([first, second, rest]).toEqual([old[2], old[3], ["mine.zip"]]);
  expect(third).toMatch(/^before-migration-[1-9]\d*-/);
});

test("an update that was interrupted continues with its first backup", async () => {
  await insertStops(230);
  await begin();
  await backend.close();
  const { adminKey, ...waiting } = await startBackend({
    dataFolder: path.join(dataFolder, "backend"),
    port: 0,
    sitePort: 0,
    runsScheduled: false,
  });
  await adminClient(waiting.url, adminKey).mutation(
    internal.operator.migrations.startMigrations as never,
    {},
  );
  await waiting.close();
  await open();
  await (await begin()).finish();
  expect(await plain()).toBe(0);
  expect(await backups()).toHaveLength(1);
});

test("a migration that fails says why and where the backup is, and the next start continues it", async () => {
  await insertStops(3);
  const update = await begin();
  const [saved = ""] = await backups();
  await backend.setEnvironment({ TRIAL_KEYS: "" });
  await update.finish();
  expect(output.at(-1)).toMatch(/stopped[^]*TRIAL_KEYS[^]*Nothing is lost/);
  expect(output.at(-1)).toContain(saved);
  expect(await plain()).toBe(3);
  await backend.setEnvironment({ TRIAL_KEYS });
  await (await begin()).finish();
  expect(await plain()).toBe(0);
  expect(await backups()).toEqual([saved]);
});

// T132: docs/security.md
test("data that a newer version has migrated is refused, and stays as it is", async () => {
  await insertStops(2);
  const response = await fetch(`${backend.url}/api/function`, {
    method: "POST",
    headers: { Authorization: `Convex ${backend.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      componentPath: "migrations",
      path: "lib:migrate",
      args: { name: "inbox/entry:newer", fnHandle: "function://none", dryRun: false },
      format: "json",
    }),
  });
  expect(await response.json()).toMatchObject({ status: "success" });
  await expect(begin()).rejects.toThrow(
    /was written by a newer version of Hark[^]*does not know: inbox\/entry:newer/,
  );
  expect(await plain()).toBe(2);
  expect(await backups()).toEqual([]);
});
