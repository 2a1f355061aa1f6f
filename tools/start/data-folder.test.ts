import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dataFolderError, emptyDataFolder, prepareDataFolder } from "./data-folder.ts";
import { LaunchError } from "./launch-error.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("a new folder is created, and used again the next time", async () => {
  const folder = path.join(await temporaryFolder(), "deep", "data");
  await prepareDataFolder(folder);
  await writeFile(path.join(folder, "data.sqlite"), "");
  await prepareDataFolder(folder);
});

// T56: docs/security.md
test("a folder that others could read is closed to them, and keeps its content", async () => {
  const folder = path.join(await temporaryFolder(), "data");
  await mkdir(folder, { mode: 0o755 });
  await prepareDataFolder(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await chmod(folder, 0o755);
  await prepareDataFolder(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

// T56: docs/security.md
test("git ignores the data folders that the docs name, and other files with keys", async () => {
  const readme = await readFile(path.join(ROOT, "README.md"), "utf8");
  const [, second = ""] = /HARK_DATA=(\.[\w-]+)/.exec(readme) ?? [];
  expect(second).not.toBe("");
  const secret = [".local/x", `${second}/x`, ".env.local", "cloud.env", "backups/x.zip"];
  const ignored = execFileSync("git", ["check-ignore", ...secret], { cwd: ROOT });
  expect(ignored.toString()).toBe(`${secret.join("\n")}\n`);
});

test("an emptied folder can be used again", async () => {
  const folder = path.join(await temporaryFolder(), "data");
  await prepareDataFolder(folder);
  await writeFile(path.join(folder, "data.sqlite"), "");
  await emptyDataFolder(folder);
  expect(await readdir(folder)).toEqual(["about-this-folder.txt"]);
  await prepareDataFolder(folder);
});

test("a folder with other content is neither used nor emptied", async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "thesis.txt"), "");
  await expect(prepareDataFolder(folder)).rejects.toThrow("has other content");
  await expect(emptyDataFolder(folder)).rejects.toThrow("has other content");
  expect(await readdir(folder)).toEqual(["thesis.txt"]);
});

test("emptying a missing folder is not an error", async () => {
  await emptyDataFolder(path.join(await temporaryFolder(), "none"));
});

test("the error says so if there is a file in the folder's place", async () => {
  const file = path.join(await temporaryFolder(), "data");
  await writeFile(file, "");
  await expect(prepareDataFolder(file)).rejects.toThrow("there is a file with this name");
  await expect(prepareDataFolder(path.join(file, "below"))).rejects.toThrow(
    "a part of its path is a file",
  );
});

test.runIf(process.platform === "linux")(
  "the error says so if the path cannot be created",
  async () => {
    await expect(prepareDataFolder("/proc/hark/data")).rejects.toThrow(
      "its path cannot be created",
    );
  },
);

test("an error of the file system names the folder and the variable", () => {
  const error = Object.assign(new Error("EROFS: open"), { code: "EROFS" });
  const explained = dataFolderError(error, "/data");
  expect(explained).toBeInstanceOf(LaunchError);
  expect(String(explained)).toMatch(/\/data: the file system is read-only.*HARK_DATA/);
});

test("any other error is passed on", () => {
  const bug = new TypeError("x is not a function");
  expect(dataFolderError(bug, "/data")).toBe(bug);
});
