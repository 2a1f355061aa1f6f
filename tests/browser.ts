/** Finds a Chromium for the browser tests, and gets one where it can. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";

/** What the search may know of and do to the machine, so that a test can stand in for it. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** The ID and ID_LIKE of /etc/os-release. */
  distributions: () => Promise<string[]>;
  isExecutable: (file: string) => Promise<boolean>;
  /** Where Playwright would keep its own Chromium. */
  playwrightPath: () => string;
  /** Runs a program to its end; rejects if it fails. */
  execute: (file: string, args: string[]) => Promise<void>;
  playwrightInstall: () => Promise<void>;
  log: (line: string) => void;
}

/** Without windows, which are half of what a page costs: the first to look for. */
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
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`);
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
  machine.log("No Chromium here: installing Debian's package.");
  await machine.execute("apt-get", ["update"]);
  // With a font: without any, the machine has no glyphs to fall back to.
  const packages = [HEADLESS, "fonts-liberation"];
  await machine.execute("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
}

async function downloadPlaywrights(machine: Machine): Promise<void> {
  machine.log("No Chromium here: downloading Playwright's.");
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

/** There is no Chromium, and none could be had. */
export class NoBrowserError extends Error {}

function giveUp(): never {
  throw new NoBrowserError(
    "no Chromium here: install it (for example: apt-get install chromium), " +
      "or set CHROMIUM_PATH to a Chromium or Chrome",
  );
}

function firstLine(error: unknown): string {
  return String(error).split("\n", 1)[0] ?? "";
}

/** This machine by a name that browsers do not trust without https, as they trust localhost. */
export const PLAIN_HTTP_HOST = "plain-http.test";

/** Chromium's switches: nothing leaves this machine, not even by the browser's own wish. */
export function browserArguments(isRoot = isRunByRoot()): string[] {
  return [
    // Its sandbox refuses to run as root, as in a container.
    ...(isRoot ? ["--no-sandbox"] : []),
    // Drawing in plain software takes a third less time than pretending that there is a GPU.
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    `--host-resolver-rules=MAP ${PLAIN_HTTP_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
  ];
}

/** By its number, since a container's user may have no name. */
function isRunByRoot(): boolean {
  return process.getuid?.() === 0;
}
