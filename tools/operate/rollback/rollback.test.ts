import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClosing } from "../../start/closing.ts";
import type { Closing } from "../../start/closing.ts";
import type { Deployment } from "../deployment.ts";
import { openCheckout } from "./checkout.ts";
import { rollBack } from "./rollback.ts";

let folder: string;
let closing: Closing;
let output: string[];
const log = (line: string) => output.push(line);
const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "hark-project-")));
  closing = createClosing((error) => {
    throw error;
  });
  output = [];
  git("init", "-q");
  await write(".gitignore", "node_modules/\n");
});
afterEach(async () => {
  await closing.close();
  await rm(folder, { recursive: true, force: true });
});

async function commitRelease(version: string, license = "MIT"): Promise<string> {
  const own = { name: "hark", version, license };
  await write("package.json", JSON.stringify(own));
  const lock = { name: "hark", version, lockfileVersion: 3, requires: true, packages: { "": own } };
  await write("package-lock.json", JSON.stringify(lock));
  git("add", "--all");
  git("-c", "user.name=Operator", "-c", "user.email=o@example.com", "commit", "-qm", version);
  return git("rev-parse", "HEAD").trim();
}

describe("a rollback is refused", () => {
  const at = "2026-03-01T12:00:00.000Z";
  const rollBackWith = (releases?: object[]) => {
    const variables: Record<string, string> =
      releases === undefined ? {} : { HARK_RELEASES: JSON.stringify(releases) };
    const deployment = { variables: () => Promise.resolve(variables) } as unknown as Deployment;
    return rollBack({ deployment, folder, envFile: null, put: null, closing, log });
  };

  test("without a record of releases", async () => {
    await expect(rollBackWith()).rejects.toThrow("This deployment has no record of a release");
  });

  test("if there is no release before the live one", async () => {
    const live = { version: "1.0.0", commit: await commitRelease("1.0.0"), at };
    await expect(rollBackWith([live])).rejects.toThrow(
      "There is nothing to go back to: Hark 1.0.0",
    );
  });

  test("if the release before was deployed with changes that were not committed", async () => {
    const live = { version: "1.0.1", commit: await commitRelease("1.0.1"), at };
    const former = { version: "1.0.0", commit: null, at };
    await expect(rollBackWith([live, former])).rejects.toThrow(
      /Hark 1\.0\.0 \(no commit\) of 2026-03-01, was deployed from a folder that was not committed/,
    );
  });

  test("if this clone does not have its commit", async () => {
    const live = { version: "1.0.1", commit: await commitRelease("1.0.1"), at };
    const commit = "a".repeat(40);
    const rolledBack = rollBackWith([live, { version: "1.0.0", commit, at }]);
    await expect(rolledBack).rejects.toThrow(`git fetch origin ${commit}`);
  });
});

describe("the checkout of an earlier release", () => {
  test("has its files, this folder's settings and packages, and goes when all is done", async () => {
    const commit = await commitRelease("1.0.0");
    await commitRelease("1.0.1");
    await mkdir(path.join(folder, "node_modules"));
    await write(".env.production", "VITE_SALES_EMAIL=sales@hark.example");
    await write("package.json", "changed and not committed");
    const checkout = await openCheckout({ folder, commit, closing, log });
    const read = (name: string) => readFile(path.join(checkout, name), "utf8");
    expect(JSON.parse(await read("package.json"))).toMatchObject({ version: "1.0.0" });
    expect(await read(".env.production")).toContain("sales@hark.example");
    expect(await realpath(path.join(checkout, "node_modules"))).toBe(
      path.join(folder, "node_modules"),
    );
    expect(output).toEqual([]);
    await closing.close();
    await expect(stat(checkout)).rejects.toThrow("ENOENT");
    expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(await readFile(path.join(folder, "package.json"), "utf8")).toContain("not committed");
    // The packages belong to this folder.
    expect((await stat(path.join(folder, "node_modules"))).isDirectory()).toBe(true);
  });

  test("gets its own packages if they differ", async () => {
    const commit = await commitRelease("1.0.0", "ISC");
    await commitRelease("1.0.1");
    await openCheckout({ folder, commit, closing, log });
    expect(output).toEqual(["Installing the packages of that release."]);
  });
});
