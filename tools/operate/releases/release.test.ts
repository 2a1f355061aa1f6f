import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeRelease, readRelease } from "./release.ts";

let folder: string;
const write = (name: string, text = "") => writeFile(path.join(folder, name), text);
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-release-"));
  await write("package.json", '{"version":"1.2.3"}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function commit(): string {
  git("add", "--all");
  git("-c", "user.name=Operator", "-c", "user.email=o@example.com", "commit", "-qm", "A release");
  return git("rev-parse", "HEAD").trim();
}

test("a release is a version and its commit", async () => {
  git("init", "-q");
  const hash = commit();
  const release = await readRelease(folder);
  expect(release).toEqual({ version: "1.2.3", commit: hash, inexact: null });
  expect(describeRelease(release)).toBe(`Hark 1.2.3 (${hash.slice(0, 7)})`);
});

test("files with settings and installed packages do not make a release another one", async () => {
  git("init", "-q");
  const hash = commit();
  await mkdir(path.join(folder, "node_modules"));
  for (const name of ["cloud.env", ".env", ".env.production", "node_modules/x.js"])
    await write(name);
  expect(await readRelease(folder)).toMatchObject({ commit: hash });
});

test("with changes that are not committed no commit is named, but the files are", async () => {
  git("init", "-q");
  commit();
  await write("package.json", '{"version":"1.2.4"}');
  for (const letter of "abcdef") await write(`${letter}.ts`);
  const release = await readRelease(folder);
  expect(release).toMatchObject({ version: "1.2.4", commit: null });
  expect(release.inexact).toBe(
    "These files are not committed: package.json, a.ts, b.ts, c.ts, d.ts and 2 more.",
  );
  expect(describeRelease(release)).toBe("Hark 1.2.4 (no commit)");
});

test("a folder without git has no commit", async () => {
  expect(await readRelease(folder)).toEqual({
    version: "1.2.3",
    commit: null,
    inexact: "This folder has no git commit.",
  });
});
