/**
 * Runs a command as if the machine lacked some files. In its own Linux mount namespace the folders are overlaid, so that
 * files deleted there are missing for this command only.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

export const PROJECT_ROOT = path.resolve(import.meta.dirname, "../..");

export interface Restriction {
  what: string;
  /** Files and folders to delete. Relative paths start at the project's root. */
  removed?: string[];
  isWithoutIpv6?: boolean;
  isOrdinaryUser?: boolean;
}

export interface Ended {
  code: number;
  output: string;
}

const PROGRAMS = ["unshare", "mount", "ip"];

/** Null if this machine can run commands this way; otherwise the reason. */
export function whyNoNamespaces(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root on Linux can";
  const missing = PROGRAMS.filter((program) => spawnSync(program, ["--help"]).error !== undefined);
  if (missing.length > 0) return `${missing.join(" and ")} missing`;
  const { status } = spawnSync("unshare", ["--mount", "--net", "true"]);
  return status === 0 ? null : "this container allows no namespaces";
}

/** Runs this Node in the project's folder, without any network but loopback. */
export async function runWithout(
  lack: Restriction,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const setUp = [
    "set -e",
    "ip link set lo up",
    ...(lack.isWithoutIpv6 === true ? ["echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6"] : []),
    ...removing(lack.removed ?? []),
    // The shell's current folder is still the one below the overlay.
    `cd ${quoted(PROJECT_ROOT)}`,
    'exec "$@"',
  ];
  const asUser = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];
  const command = [
    ...["--mount", "--net", "--propagation=private"],
    ...["sh", "-c", setUp.join("\n"), "sh"],
    ...(lack.isOrdinaryUser === true ? asUser : []),
    ...[process.execPath, ...args],
  ];
  return await new Promise((resolve, reject) => {
    // With CI set, a missing program fails tests instead of skipping them.
    const { CI: _, HARK_TEST_PART: __, ...inherited } = process.env;
    const child = spawn("unshare", command, {
      cwd: PROJECT_ROOT,
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const take = (text: string) => (output += text);
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code: code ?? 1, output: stripVTControlCharacters(output) });
    });
  });
}

function removing(removed: string[]): string[] {
  const files = removed
    .map((file) => path.resolve(PROJECT_ROOT, file))
    .filter((file) => existsSync(file));
  const folders = [...new Set(files.map((file) => realpathSync(path.dirname(file))))];
  const overlays = folders.flatMap((folder, at) => {
    const [upper, work] = [`/tmp/upper-${at}`, `/tmp/work-${at}`];
    const options = `lowerdir=${folder},upperdir=/mnt${upper},workdir=/mnt${work}`;
    return [
      `mkdir -p /mnt${upper} /mnt${work}`,
      `mount -t overlay overlay -o ${quoted(options)} ${quoted(folder)}`,
    ];
  });
  if (overlays.length === 0) return [];
  return [
    "mount -t tmpfs tmpfs /mnt",
    ...overlays,
    ...files.map((file) => `rm -rf ${quoted(file)}`),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
