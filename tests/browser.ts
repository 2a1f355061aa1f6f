/** Finds a Chromium for the browser tests, or installs one. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

/** What the search needs of the machine; tests replace it. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** ID and ID_LIKE of /etc/os-release. */
  distributions: () => Promise<string[]>;
  isExecutable: (file: string) => Promise<boolean>;
  /** The path of Playwright's own Chromium. */
  playwrightPath: () => string;
  /** Runs a program; rejects if it fails. */
  execute: (file: string, args: string[]) => Promise<void>;
  playwrightInstall: () => Promise<void>;
  log: (line: string) => void;
}

/** Preferred, because a page takes half the time without windows. */
const HEADLESS = "chromium-headless-shell";
const NAMES = [
  HEADLESS,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];

const USUAL_PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
  ],
};

export async function findBrowser(machine: Machine): Promise<string> {
  const chosen = machine.env.CHROMIUM_PATH ?? "";
  if (chosen !== "") {
    if (await machine.isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable file.`);
  }
  return (
    (await findInstalled(machine)) ??
    (await tryTo(machine, installDebianPackage)) ??
    (await tryTo(machine, downloadPlaywrights)) ??
    giveUp()
  );
}

export function thisMachine(log: (line: string) => void): Machine {
  const execute = async (file: string, args: string[]) => {
    await promisify(execFile)(file, args, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  return {
    platform: process.platform,
    env: process.env,
    isRoot: isRunByRoot(),
    distributions: async () => parseDistributions(await readFile("/etc/os-release", "utf8")),
    isExecutable: async (file) => {
      try {
        await access(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
    playwrightPath: () => chromium.executablePath(),
    execute,
    playwrightInstall: () => {
      const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
      return execute(process.execPath, [cli, "install", "chromium"]);
    },
    log,
  };
}

export function parseDistributions(osRelease: string): string[] {
  return [...osRelease.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap(([, names = ""]) =>
    names.replaceAll(/["']/g, "").split(/\s+/),
  );
}

async function findInstalled(machine: Machine): Promise<string | null> {
  const separator = machine.platform === "win32" ? ";" : ":";
  const suffix = machine.platform === "win32" ? ".exe" : "";
  const folders = (machine.env.PATH ?? "").split(separator).filter((folder) => folder !== "");
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix))),
    ...(USUAL_PLACES[machine.platform] ?? []),
    machine.playwrightPath(),
  ];
  for (const candidate of candidates) {
    if (candidate !== "" && (await machine.isExecutable(candidate))) return candidate;
  }
  return null;
}

async function installDebianPackage(machine: Machine): Promise<void> {
  if (machine.platform !== "linux" || !machine.isRoot) return;
  const names = await machine.distributions();
  if (!names.includes("debian") && !names.includes("ubuntu")) return;
  machine.log("No Chromium found. Installing Debian's package.");
  await machine.execute("apt-get", ["update"]);
  // With a font, because the machine may have none.
  const packages = [HEADLESS, "fonts-liberation"];
  await machine.execute("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
}

async function downloadPlaywrights(machine: Machine): Promise<void> {
  machine.log("No Chromium found. Downloading Playwright's.");
  await machine.playwrightInstall();
}

async function tryTo(
  machine: Machine,
  get: (machine: Machine) => Promise<void>,
): Promise<string | null> {
  try {
    await get(machine);
  } catch (error) {
    machine.log(`That failed: ${firstLine(error)}`);
  }
  return await findInstalled(machine);
}

/** No Chromium was found, and none could be installed. */
export class NoBrowserError extends Error {}

function giveUp(): never {
  throw new NoBrowserError(
    "no Chromium found: install it (for example: apt-get install chromium), " +
      "or set CHROMIUM_PATH to a Chromium or Chrome",
  );
}

function firstLine(error: unknown): string {
  return String(error).split("\n", 1)[0] ?? "";
}

/** A name of this machine that, unlike localhost, is not a secure context without https. */
export const PLAIN_HTTP_HOST = "plain-http.test";

/** Chromium's switches. No request leaves this machine, not even the browser's own. */
export function browserArguments(isRoot = isRunByRoot()): string[] {
  return [
    // The sandbox does not work as root, for example in a container.
    ...(isRoot ? ["--no-sandbox"] : []),
    // Software rendering takes a third less time than an emulated GPU.
    "--disable-gpu",
    // On a busy machine Chromium may drop a smooth scroll, so that the End key does nothing.
    "--disable-smooth-scrolling",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
  ];
}

/** By user ID, because a container's user may have no name. */
function isRunByRoot(): boolean {
  return process.getuid?.() === 0;
}
