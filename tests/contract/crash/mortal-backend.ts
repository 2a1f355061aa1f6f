/** A backend on a folder, which dies and comes back on the same ports. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { bundleProgram } from "../../../tools/start/bundle-program.js";
import { deployedApp } from "../deployed-app.ts";
import { APP_FOLDER } from "../deployment.ts";
import type { Idle, Started } from "./backend-process.ts";

export interface StartOptions {
  /** No file may grow beyond this, as on a disk that is full: in blocks of 512 bytes, as `sh` counts. */
  largestFileBlocks?: number;
  /** Of the machine; without it, that of the tests. */
  timeZone?: string;
}

export interface MortalOptions extends StartOptions {
  /** What is deployed on it; without it, the app of the contract's tests. */
  app?: string;
  /** The time by which it lives, also after it died: what is added to the machine's. */
  clock?: AdjustableClock;
}

export interface MortalBackend {
  url: string;
  siteUrl: string;
  adminKey: string;
  /** Of its data. */
  folder: string;
  /** What it had to say at its terminal. */
  said(): string;
  /** At once, without a word, by SIGKILL. */
  kill(): Promise<void>;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
  start(options?: StartOptions): Promise<void>;
  /** Until the next start no file may grow beyond this. By prlimit(1), which every Linux has. */
  limitFiles(bytes: number): Promise<void>;
  /** Whether all that was scheduled for by now has run; a backend that died has nothing left to do. */
  isIdle(): Promise<boolean>;
  /** What the task resolves with; rejects with what was said if the backend ends by itself meanwhile. */
  living<T>(task: Promise<T>): Promise<T>;
  /** Kills it, if it runs, and removes the folder. */
  remove(): Promise<void>;
}

const SCRIPT = "tests/contract/crash/backend-process.ts";

export async function openMortalBackend({
  app = APP_FOLDER,
  clock = new AdjustableClock(),
  ...options
}: MortalOptions = {}): Promise<MortalBackend> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-mortal-"));
  await cp(await deployedApp(app), folder, { recursive: true });
  const script = await bundleProgram(SCRIPT);
  let child: ChildProcess | null = null;
  let said = "";
  let at: Started = { url: "", siteUrl: "", adminKey: "" };

  const living = async <T>(task: Promise<T>): Promise<T> => {
    const running = must(child, "a running backend");
    const waiting = new AbortController();
    const { signal } = waiting;
    const exit = running.exitCode === null ? once(running, "exit", { signal }) : Promise.resolve();
    const ended = exit.then(() => {
      throw new Error(`The backend ended with ${String(running.exitCode)}: ${said}`);
    });
    try {
      return await Promise.race([task, ended]);
    } finally {
      waiting.abort();
      await Promise.allSettled([ended]);
    }
  };

  const end = async (how: (running: ChildProcess) => void) => {
    const running = child;
    child = null;
    if (running?.exitCode !== null) return;
    const exited = once(running, "exit");
    how(running);
    await exited;
  };

  const backend: MortalBackend = {
    get url() {
      return at.url;
    },
    get siteUrl() {
      return at.siteUrl;
    },
    get adminKey() {
      return at.adminKey;
    },
    folder,
    said: () => said,
    kill: () => end((running) => running.kill("SIGKILL")),
    stop: () => end((running) => running.disconnect()),
    async start({ largestFileBlocks, timeZone = process.env.TZ } = {}) {
      const ports = [at.url, at.siteUrl].map((url) => (url === "" ? "0" : new URL(url).port));
      const node = [process.execPath, script, folder, ...ports, String(clock.sharedOffset[0])];
      // Ignored, the signal that comes with it turns into an error of the write: setrlimit(2), RLIMIT_FSIZE.
      const limit = `trap '' XFSZ; ulimit -f ${largestFileBlocks ?? "unlimited"}; exec "$@"`;
      const started = spawn("sh", ["-c", limit, "sh", ...node], {
        stdio: ["ignore", "inherit", "pipe", "ipc"],
        env: { ...process.env, TZ: timeZone },
      });
      started.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child = started;
      [at] = (await living(once(started, "message"))) as [Started];
    },
    async limitFiles(bytes) {
      const { pid } = must(child, "a running backend");
      await promisify(execFile)("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
    },
    async isIdle() {
      const running = child;
      if (running?.exitCode !== null || !running.connected) return true;
      const waiting = new AbortController();
      const { signal } = waiting;
      const answered = once(running, "message", { signal }) as Promise<[Idle]>;
      const exited = once(running, "exit", { signal }).then(() => [{ isIdle: true }] as [Idle]);
      running.send({});
      const [{ isIdle }] = await Promise.race([answered, exited]);
      waiting.abort();
      await Promise.allSettled([answered, exited]);
      return isIdle;
    },
    living,
    async remove() {
      await backend.kill();
      await rm(script);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await backend.start(options);
  return backend;
}
