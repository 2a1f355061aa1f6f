/**
 * One Hark per data folder. The holder leaves a file that names a port of its own, on which it
 * answers with the file's token. A process id alone would not do: after a crash, and in a
 * container always, another process may have the same one.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";
import { errorCode, LaunchError } from "./launch-error.ts";

export interface Holder {
  pid: number;
  address: string;
  port: number;
  token: string;
}

export interface Lock {
  release(): Promise<void>;
}

// A holder that is busy building, or suspended with Ctrl-Z, accepts the connection but does not answer.
const ANSWER_TIMEOUT_MS = 1000;

export async function takeLock(dataFolder: string, address: string): Promise<Lock> {
  const token = randomUUID();
  const server = createServer((socket) => socket.on("error", () => undefined).end(token));
  const port = await listen(server);
  const mine: Holder = { pid: process.pid, address, port, token };
  const file = lockFile(dataFolder);
  const draft = `${file}.${token}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    await claimLock(draft, file, dataFolder);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return {
    async release() {
      server.close();
      if ((await readHolder(file))?.token === token) await rm(file, { force: true });
    },
  };
}

/** Which Hark is running on this data folder; null if none is. */
export async function findHolder(dataFolder: string): Promise<Holder | null> {
  const holder = await readHolder(lockFile(dataFolder));
  if (holder === null) return null;
  const answer = await ask(holder.port);
  if (answer === "nobody") return null;
  if (answer === "silence") return isAlive(holder.pid) ? holder : null;
  return answer.token === holder.token ? holder : null;
}

async function claimLock(draft: string, file: string, dataFolder: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      // Unlike rename, link refuses to replace a file: of two that start at once, one wins.
      await link(draft, file);
      return;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const holder = await findHolder(dataFolder);
    if (holder !== null) {
      throw new LaunchError(
        `Hark is already running on ${dataFolder} at ${holder.address} (process ${holder.pid}). ` +
          "Stop it there with Ctrl-C, or choose another folder with HARK_DATA.",
      );
    }
    await rm(file, { force: true });
  }
  throw new LaunchError(`Hark is being started on ${dataFolder} by another process. Try again.`);
}

function lockFile(dataFolder: string): string {
  return path.join(dataFolder, "running.json");
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return isHolder(value) ? value : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || error instanceof SyntaxError) return null;
    throw error;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "port" in value &&
    typeof value.port === "number" &&
    "address" in value &&
    typeof value.address === "string" &&
    "token" in value &&
    typeof value.token === "string"
  );
}

function ask(port: number): Promise<{ token: string } | "nobody" | "silence"> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let token = "";
    socket.setEncoding("utf8");
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      socket.destroy();
      resolve("silence");
    });
    socket.on("data", (chunk) => (token += String(chunk)));
    socket.on("end", () => resolve({ token }));
    socket.on("error", () => resolve("nobody"));
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.unref();
      resolve((server.address() as AddressInfo).port);
    });
  });
}
