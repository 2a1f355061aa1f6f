/** A backend that can be killed and restarted with the same folder and ports. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, rm } from "node:fs/promises";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { bundleProgram } from "../../../tools/start/bundle-program.js";
import { deployedApp } from "../deployed-app.ts";
import { APP_FOLDER } from "../deployment.ts";
import type { Idle, Started } from "./backend-process.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export interface StartOptions {
  /** Maximum size of any file, to simulate a full disk, in the 512-byte blocks of `ulimit -f`. */
  largestFileBlocks?: number;
  /** The process's time zone; that of the tests if missing. */
  timeZone?: string;
}

export interface MortalOptions extends StartOptions {
  /** The deployed app; the contract tests' app if missing. */
  app?: string;
  /** Its clock, also after a restart. */
  clock?: AdjustableClock;
}

export interface MortalBackend {
  url: string;
  siteUrl: string;
  adminKey: string;
  /** The data folder. */
  folder: string;
  /** Its log. */
  output(): string;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<void>;
  start(options?: StartOptions): Promise<void>;
  /** Whether all due scheduled functions have run. True for a backend that is not running. */
  isIdle(): Promise<boolean>;
  /** Waits for the task. Rejects with the log if the backend ends by itself first. */
  living<T>(task: Promise<T>): Promise<T>;
  /** Kills it and removes the folder. */
  remove(): Promise<void>;
}

const SCRIPT = "tests/contract/crash/backend-process.ts";

export async function openMortalBackend({
  app = APP_FOLDER,
  clock = new AdjustableClock(),
  ...options
}: MortalOptions = {}): Promise<MortalBackend> {
  const folder = await temporaryFolder("mortal");
  await cp(await deployedApp(app), folder, { recursive: true });
  const script = await bundleProgram(SCRIPT);
  let child: ChildProcess | null = null;
  let output = "";
  let at: Started = { url: "", siteUrl: "", adminKey: "" };

  const living = async <T>(task: Promise<T>): Promise<T> => {
    const running = must(child, "a running backend");
    const waiting = new AbortController();
    const { signal } = waiting;
    const exit = running.exitCode === null ? once(running, "exit", { signal }) : Promise.resolve();
    const ended = exit.then(() => {
      throw new Error(`The backend ended with ${String(running.exitCode)}: ${output}`);
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
    output: () => output,
    kill: () => end((running) => running.kill("SIGKILL")),
    stop: () => end((running) => running.disconnect()),
    async start({ largestFileBlocks, timeZone = process.env.TZ } = {}) {
      const ports = [at.url, at.siteUrl].map((url) => (url === "" ? "0" : new URL(url).port));
      const node = [process.execPath, script, folder, ...ports, String(clock.sharedOffset[0])];
      // If the signal XFSZ is ignored, the write fails with an error: setrlimit(2), RLIMIT_FSIZE.
      const limit = `trap '' XFSZ; ulimit -f ${largestFileBlocks ?? "unlimited"}; exec "$@"`;
      const started = spawn("sh", ["-c", limit, "sh", ...node], {
        stdio: ["ignore", "inherit", "pipe", "ipc"],
        env: { ...process.env, TZ: timeZone },
      });
      started.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child = started;
      [at] = (await living(once(started, "message"))) as [Started];
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
      await removeFolder(folder);
    },
  };
  await backend.start(options);
  return backend;
}
