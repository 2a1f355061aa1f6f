/** Data folders of earlier releases become those of this one without loss (README.md). */
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import yauzl from "yauzl";
import { startBackend } from "@hark/convex-local";
import type { Backend } from "@hark/convex-local";
import { createClosing } from "../../../tools/start/closing.ts";
import { deployedStates, unfinishedIn } from "../../../tools/start/migrations.ts";
import { openDeployment } from "../../../tools/operate/deployment.ts";
import { adminClient, postAsAdmin } from "../../admin-client.ts";
import { TRIAL_KEYS } from "../../contract/deployment.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";
import { CHANGES } from "./changes.ts";
import type { Row } from "./changes.ts";

const RELEASES = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".zip"));
/** Of the first release that has a folder here. */
const FEWEST_TABLES = 50;
/** Far more than there are, so that a migration that never ends fails. */
const MAX_STOPS = 50;

interface Table {
  name: string;
}

describe.each(RELEASES)("a data folder of %s", (file) => {
  let folder: string;
  let before: Map<string, Row[]>;
  let backend: Backend;

  beforeAll(async () => {
    folder = await temporaryFolder("upgrade");
    await unzip(path.join(import.meta.dirname, file), folder);
    backend = await open();
    before = await allRows();
  });
  afterAll(async () => {
    await backend.close();
    await removeFolder(folder);
  });

  // Scheduled functions would change rows too. So each start of the migrations goes through one batch.
  const open = () =>
    startBackend({ dataFolder: folder, port: 0, sitePort: 0, runsScheduled: false });
  const admin = () => adminClient(backend.url, backend.adminKey);

  test("has rows in every table of its release", () => {
    expect(before.size).toBeGreaterThan(FEWEST_TABLES);
  });

  test("takes today's functions, whose schema allows every row", async () => {
    const closing = createClosing((error) => console.error(error));
    const deployment = await openDeployment(
      {
        CONVEX_SELF_HOSTED_URL: backend.url,
        CONVEX_SELF_HOSTED_ADMIN_KEY: backend.adminKey,
      },
      closing,
    );
    await backend.setEnvironment({ TRIAL_KEYS });
    expect(unfinishedIn(await deployedStates((name) => deployment.run(name)))).not.toEqual([]);
    await deployment.push();
    await closing.close();
    expect(await allRows()).toEqual(before);
  });

  test("is updated completely if the backend ends after every batch, and nothing else changes", async () => {
    let stops = 0;
    for (; (await unfinished()).length > 0 && stops < MAX_STOPS; stops += 1) {
      await admin().mutation(START, {});
      // Like a backup, which contains no scheduled functions.
      await postAsAdmin(backend, "cancel_all_jobs", { componentId: "migrations" });
      await backend.close();
      backend = await open();
    }
    expect(stops).toBeGreaterThan(1);
    expect(stops).toBeLessThan(MAX_STOPS);
    const after = await allRows();
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [table, rows] of before) {
      const byId = new Map(after.get(table)?.map((row) => [row._id, row]));
      const expected = rows.map((row) => CHANGES[table]?.(row, byId.get(row._id) ?? row) ?? row);
      expect(after.get(table), table).toEqual(expected);
    }
  });

  // T132: docs/security.md
  test.each([
    ["operator:startMigrations", null],
    ["notifications/mail/suppressions:hashAddresses", null],
    ["lib:migrate", "migrations"],
    ["lib:clearAll", "migrations"],
  ])("a stranger cannot call %s", async (name, componentPath) => {
    const response = await fetch(`${backend.url}/api/mutation`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: name, args: {}, format: "json", componentPath }),
    });
    expect(await response.json()).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining("Could not find public function") as string,
    });
  });

  test("stays as it is when it is started again", async () => {
    const updated = await allRows();
    await admin().mutation(START, {});
    expect(await allRows()).toEqual(updated);
  });

  async function unfinished() {
    return unfinishedIn(await deployedStates(() => admin().query(STATES, {})));
  }

  async function allRows(): Promise<Map<string, Row[]>> {
    const rows = new Map<string, Row[]>();
    const { page: tables } = await admin().query(TABLES, {
      paginationOpts: { cursor: null, numItems: 1_000 },
    });
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith("_"));
    for (const table of names.toSorted()) {
      const paginationOpts = { cursor: null, numItems: 1_000 };
      const { page } = await admin().query(TABLE_DATA, { table, order: "asc", paginationOpts });
      // A push creates the tables of later releases.
      if (page.length > 0) rows.set(table, page);
    }
    return rows;
  }
});

const START = makeFunctionReference<"mutation">("operator:startMigrations");
const STATES = makeFunctionReference<"query">("operator:migrationStates");
const TABLES = makeFunctionReference<"query", Record<string, unknown>, { page: Table[] }>(
  "_system/cli/tables",
);
const TABLE_DATA = makeFunctionReference<"query", Record<string, unknown>, { page: Row[] }>(
  "_system/cli/tableData",
);

async function unzip(file: string, folder: string): Promise<void> {
  const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(file, {
    lazyEntries: true,
  });
  const read = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  await new Promise<void>((resolve, reject) => {
    zip.on("error", reject);
    zip.on("end", resolve);
    zip.on("entry", (entry: yauzl.Entry) => {
      const target = path.join(folder, entry.fileName);
      void mkdir(path.dirname(target), { recursive: true })
        .then(async () => writeFile(target, await buffer(await read(entry))))
        .then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });
}
