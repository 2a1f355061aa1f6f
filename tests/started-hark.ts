/** `npm start` in a process group of its own, as a terminal runs it, and how much memory all of its processes take. */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { exitCode, forEachLine, quoted } from "../local/launch/child-process.ts";
import { readIfPresent } from "../local/launch/cli-settings.ts";
import { PROJECT_ROOT } from "../local/launch/project-root.ts";
import { PORT_SETTINGS } from "../local/launch/settings.ts";

/** In megabytes. */
export interface Memory {
  /** Of each process, with what it shares with others. */
  resident: number;
  /** With its part of what is shared. */
  proportional: number;
}

export interface StartedHark {
  readyMs: number;
  /** Linux says it, and what follows. */
  memory: () => Memory;
  /** Of all processes, those that have ended too. */
  processorSeconds: () => number;
  /** As Ctrl-C does. Answers with npm's exit code. */
  interrupt: () => Promise<number | null>;
}

/** The same ports and folder for one start after the other: what is made depends on them. */
export interface Place {
  env: NodeJS.ProcessEnv;
}

export async function newPlace(dataFolder: string): Promise<Place> {
  const variables = Object.values(PORT_SETTINGS).map(({ variable }) => variable);
  const servers = variables.map(() => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise((resolve) => server.once("listening", resolve));
      return (server.address() as AddressInfo).port;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  const taken = Object.fromEntries(
    variables.map((variable, at) => [variable, String(ports[at])] as const),
  );
  return {
    env: { ...process.env, ...taken, HARK_DATA: dataFolder },
  };
}

export async function startHark({ env }: Place): Promise<StartedHark> {
  const startedMs = performance.now();
  const npm = spawn("npm", ["start"], { cwd: PROJECT_ROOT, env, detached: true });
  const { pid = 0 } = npm;
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    forEachLine(npm, (line) => {
      said.push(line);
      if (line.startsWith("Hark is ready")) resolve();
    });
    void exitCode(npm).then(() => reject(new Error(`Hark did not start:\n${quoted(said)}`)));
  });
  return {
    readyMs: performance.now() - startedMs,
    memory() {
      const memory = memoryOf(pid);
      if (memory.resident === 0) throw new Error(`Hark has ended:\n${quoted(said)}`);
      return memory;
    },
    processorSeconds: () => processorSecondsOf(pid),
    async interrupt() {
      const exited = exitCode(npm);
      process.kill(-pid, "SIGINT");
      return await exited;
    },
  };
}

/** A start names its backend in the project's own `.env.local`, which is then as it was. */
export async function keepingEnvFile<T>(task: () => Promise<T>): Promise<T> {
  const file = path.join(PROJECT_ROOT, ".env.local");
  const before = await readIfPresent(file);
  try {
    return await task();
  } finally {
    if (before === null) await rm(file, { force: true });
    else if ((await readFile(file, "utf8")) !== before) await writeFile(file, before);
  }
}

function memoryOf(pid: number): Memory {
  const own = ofProcess(pid, "smaps_rollup");
  const inMegabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(own)?.[1] ?? 0) / 1024;
  const memory: Memory = { resident: inMegabytes("Rss"), proportional: inMegabytes("Pss") };
  for (const child of childrenOf(pid)) {
    const { resident, proportional } = memoryOf(child);
    memory.resident += resident;
    memory.proportional += proportional;
  }
  return memory;
}

/** A second has a hundred of them wherever Linux runs Node. */
const TICKS_A_SECOND = 100;

function processorSecondsOf(pid: number): number {
  const stat = ofProcess(pid, "stat");
  // The name, in brackets, may hold spaces. From the fourteenth field on: by itself, and by children that have ended.
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  const own = ticks.reduce((sum, some) => sum + Number(some), 0) / TICKS_A_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + processorSecondsOf(child), own);
}

function childrenOf(pid: number): number[] {
  const tasks = unlessGone(() => readdirSync(`/proc/${pid}/task`), []);
  return tasks.flatMap((task) => {
    const children = ofProcess(pid, `task/${task}/children`);
    return children
      .split(" ")
      .filter((one) => one !== "")
      .map(Number);
  });
}

function ofProcess(pid: number, file: string): string {
  return unlessGone(() => readFileSync(`/proc/${pid}/${file}`, "utf8"), "");
}

/** A process or a thread may end while it is looked at, and takes nothing then. */
function unlessGone<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return nothing;
    throw error;
  }
}
