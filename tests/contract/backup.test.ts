/** `npm run backup` and `npm run restore`, run like at a terminal. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "@hark/convex-local";
import { writeOwnEnvFile } from "../../tools/start/cli-settings.ts";
import { prepareDataFolder } from "../../tools/start/data-folder.ts";
import { takeLock } from "../../tools/start/lock.ts";
import { api } from "./app-api.ts";
import { dataChecksums } from "./data-checksums.ts";
import { startLocalDeployment } from "./local-deployment.ts";

const ROOT = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);

let folder: string;
let source: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-backup-"));
  source = inFolder("source");
  await prepareDataFolder(source);
  const deployment = await startLocalDeployment();
  const http = new ConvexHttpClient(deployment.backend.url, { logger: false });
  await http.mutation(api.notes.add, { author: "ada" });
  await http.action(api.files.store, { text: "kept" });
  await deployment.backend.close();
  await cp(deployment.folder, path.join(source, "backend"), { recursive: true });
  await rm(deployment.folder, { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => path.join(folder, name);

/** Returns the output; a failure throws it. */
function npmRun(command: "backup" | "restore", dataFolder: string, ...args: string[]) {
  const { HARK_DATA: _, ...env } = process.env;
  return run(process.execPath, ["--import", "tsx", `tools/start/${command}.ts`, ...args], {
    cwd: ROOT,
    env: { ...env, HARK_DATA: dataFolder, INIT_CWD: folder },
  }).then(
    ({ stdout }) => stdout,
    (error: unknown) => `FAILED ${(error as { stderr: string }).stderr}`,
  );
}

test("[Z1] a restore into another folder brings back everything that was saved", async () => {
  const saved = await npmRun("backup", source, "one.zip");
  expect(saved).toMatch(/Saved 1 document in 1 table, and 1 file in .*one\.zip \(\d+\.\d MB\)\./);
  expect((await stat(inFolder("one.zip"))).mode & 0o777).toBe(0o600);

  const target = inFolder("target");
  expect(await npmRun("restore", target, "one.zip")).toMatch(
    /Restored 1 document in 1 table, and 1 file/,
  );
  const [before, after] = await Promise.all(
    [source, target].map((data) => dataChecksums(path.join(data, "backend"))),
  );
  // Without the code, the new folder does not know the app's indexes yet.
  expect(Object.keys(after ?? {})).toEqual(expect.arrayContaining(["/_storage 1", "/notes 1"]));
  expect(after?.["/_storage 1"]).toBe(before?.["/_storage 1"]);
});

test("[Z1] neither a file nor data is overwritten without confirmation", async () => {
  await writeFile(inFolder("mine.zip"), "mine");
  expect(await npmRun("backup", source, "mine.zip")).toMatch(/FAILED.*mine\.zip already exists/);
  await npmRun("backup", source, "two.zip");
  const before = await dataChecksums(path.join(source, "backend"));
  const refused = await npmRun("restore", source, "two.zip");
  expect(refused).toContain("holds 1 document in 1 table, and 1 file, which would be lost.");
  expect(refused).toContain("two.zip --replace");
  expect(await npmRun("restore", source, "two.zip", "--replace")).toContain("Restored 1 document");
  expect(await dataChecksums(path.join(source, "backend"))).toEqual(before);
});

test("[Z1] a file that is not a backup is refused, and changes nothing", async () => {
  await writeFile(inFolder("wrong.zip"), "no zip file");
  const before = await dataChecksums(path.join(source, "backend"));
  const refused = await npmRun("restore", source, "wrong.zip", "--replace");
  expect(refused).toContain("Nothing was restored. The Convex CLI said:");
  expect(refused).toContain("invalid zip file");
  expect(await npmRun("restore", source, "missing.zip")).toContain("There is no file");
  expect(await dataChecksums(path.join(source, "backend"))).toEqual(before);
});

test("[Z1] if Hark has not run there is nothing to save", async () => {
  await mkdir(inFolder("empty"));
  expect(await npmRun("backup", inFolder("empty"))).toContain("There is nothing to save");
});

test("[Z1] while Hark runs, its own backend is used", async () => {
  const lock = await takeLock(source, "http://127.0.0.1:4275");
  expect(await npmRun("backup", source, "early.zip")).toContain("Hark is starting on");
  const backend = await startBackend({
    dataFolder: path.join(source, "backend"),
    port: 0,
    sitePort: 0,
  });
  await writeOwnEnvFile(source, backend);
  const http = new ConvexHttpClient(backend.url, { logger: false });
  await http.mutation(api.notes.add, { author: "new" });
  expect(await npmRun("backup", source, "three.zip")).toContain("Saved 2 documents");
  await backend.close();
  await lock.release();
});
