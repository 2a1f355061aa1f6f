/** A folder beside the project with an earlier commit of it, ready to run. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Closing } from "../../start/closing.ts";
import { LaunchError } from "../../start/launch-error.ts";
import { git } from "../releases/release.ts";

interface Checkout {
  /** The project. */
  folder: string;
  commit: string;
  closing: Closing;
  log: (line: string) => void;
}

/** The project's own working folder stays as it is, also with changes that are not committed. */
export async function openCheckout(options: Checkout): Promise<string> {
  const { folder, commit, closing } = options;
  await requireCommit(folder, commit);
  const parent = await mkdtemp(path.join(tmpdir(), "hark-rollback-"));
  const worktree = path.join(parent, "release");
  closing.add(async () => {
    await rm(parent, { recursive: true, force: true });
    await git(folder, "worktree", "prune");
  });
  await git(folder, "worktree", "add", "--detach", worktree, commit);
  // The project may be a folder of a larger repository.
  const prefix = (await git(folder, "rev-parse", "--show-prefix")).trim();
  const checkout = path.join(worktree, prefix);
  await copyBuildSettings(folder, checkout);
  await addPackages(checkout, options);
  return checkout;
}

async function requireCommit(folder: string, commit: string): Promise<void> {
  try {
    await git(folder, "cat-file", "-e", `${commit}^{commit}`);
  } catch {
    throw new LaunchError(
      `The git repository of this folder does not have the commit ${commit}, which was live before. Nothing was changed. ` +
        `Fetch it with: git fetch origin ${commit}`,
    );
  }
}

/** Vite reads them from the project, and git ignores some. */
async function copyBuildSettings(folder: string, checkout: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^\.env(\.|$)/.test(name) && name !== ".env.example") {
      await cp(path.join(folder, name), path.join(checkout, name));
    }
  }
}

async function addPackages(checkout: string, { folder, commit, log }: Checkout): Promise<void> {
  if (await hasSamePackages(checkout, folder, commit)) {
    await symlink(path.join(folder, "node_modules"), path.join(checkout, "node_modules"), "dir");
    return;
  }
  log("Installing the packages of that release.");
  const child = spawn("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: checkout,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  throw new LaunchError(
    "The packages of that release could not be installed. Nothing was changed.",
  );
}

/** Installing takes a minute and the registry, which may be what is out of order. */
async function hasSamePackages(checkout: string, folder: string, commit: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([checkout, folder].map(readLock));
  if (theirs !== ours) return false;
  return (await git(folder, "diff", "--name-only", commit, "--", "packages")) === "";
}

/** The lock file without the version of the project itself, which every release changes. */
async function readLock(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, "package-lock.json"), "utf8");
  const lock = JSON.parse(text) as { version?: string; packages: Record<string, object> };
  const { "": own, ...packages } = lock.packages;
  return JSON.stringify({
    ...lock,
    version: "",
    packages: { ...packages, "": { ...own, version: "" } },
  });
}
