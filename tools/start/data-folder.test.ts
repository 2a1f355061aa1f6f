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

test("a new folder is made, and taken again the next time", async () => {
  const folder = path.join(await temporaryFolder(), "deep", "data");
  await prepareDataFolder(folder);
  await writeFile(path.join(folder, "data.sqlite"), "");
  await prepareDataFolder(folder);
});

// T56: docs/security.md
test("a folder that was open to all is closed, with what it holds", async () => {
  const folder = path.join(await temporaryFolder(), "data");
  await mkdir(folder, { mode: 0o755 });
  await prepareDataFolder(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await chmod(folder, 0o755);
  await prepareDataFolder(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

// T56: docs/security.md
test("git ignores the data folder, the second one that the README names, and whatever else holds keys", async () => {
  const readme = await readFile(path.join(ROOT, "README.md"), "utf8");
  const [, second = ""] = /HARK_DATA=(\.[\w-]+)/.exec(readme) ?? [];
  expect(second).not.toBe("");
  const secret = [".local/x", `${second}/x`, ".env.local", "cloud.env", "backups/x.zip"];
  const ignored = execFileSync("git", ["check-ignore", ...secret], { cwd: ROOT });
  expect(ignored.toString()).toBe(`${secret.join("\n")}\n`);
});

test("emptying leaves a folder that can be used again", async () => {
  const folder = path.join(await temporaryFolder(), "data");
  await prepareDataFolder(folder);
  await writeFile(path.join(folder, "data.sqlite"), "");
  await emptyDataFolder(folder);
  expect(await readdir(folder)).toEqual(["about-this-folder.txt"]);
  await prepareDataFolder(folder);
});

test("a folder with other things in it is neither filled nor emptied", async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, "thesis.txt"), "");
  await expect(prepareDataFolder(folder)).rejects.toThrow("holds other things");
  await expect(emptyDataFolder(folder)).rejects.toThrow("holds other things");
  expect(await readdir(folder)).toEqual(["thesis.txt"]);
});

test("emptying what is not there is no error", async () => {
  await emptyDataFolder(path.join(await temporaryFolder(), "none"));
});

test("a file in the folder's place is said to be one", async () => {
  const file = path.join(await temporaryFolder(), "data");
  await writeFile(file, "");
  await expect(prepareDataFolder(file)).rejects.toThrow("there is a file in its place");
  await expect(prepareDataFolder(path.join(file, "below"))).rejects.toThrow(
    "a part of its path is a file",
  );
});

test.runIf(process.platform === "linux")(
  "a path that cannot be made is said to be one",
  async () => {
    await expect(prepareDataFolder("/proc/hark/data")).rejects.toThrow("its path cannot be made");
  },
);

test("what the file system refuses is said with the folder and the variable", () => {
  const error = Object.assign(new Error("EROFS: open"), { code: "EROFS" });
  const explained = dataFolderError(error, "/data");
  expect(explained).toBeInstanceOf(LaunchError);
  expect(String(explained)).toMatch(/\/data: the file system is read-only.*HARK_DATA/);
});

test("any other error stays what it is", () => {
  const bug = new TypeError("x is not a function");
  expect(dataFolderError(bug, "/data")).toBe(bug);
});
