/** The five servers in another process, so that attacks affect only that process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { deployedApp } from "../deployed-app.ts";
import type { Held, Opened } from "./door-process.ts";

export interface DoorsElsewhere extends Opened {
  isAlive(): boolean;
  held(): Promise<Held>;
  close(): Promise<void>;
}

export async function openDoorsElsewhere(app: string): Promise<DoorsElsewhere> {
  const servers = fork(
    path.join(import.meta.dirname, "door-process.ts"),
    [app, await deployedApp(app)],
    { execArgv: ["--expose-gc", "--import", "tsx"] },
  );
  const ended = once(servers, "exit").then(([code]) => {
    throw new Error(`The servers' process exited with ${String(code)}`);
  });
  // Handled by whoever waits for a response.
  ended.catch(() => undefined);
  const nextMessage = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([once(servers, "message"), ended])) as [T];
    return message;
  };
  const opened = await nextMessage<Opened>();
  return {
    ...opened,
    isAlive: () => servers.exitCode === null,
    async held() {
      servers.send("held");
      return nextMessage<Held>();
    },
    async close() {
      servers.disconnect();
      await ended.catch(() => undefined);
    },
  };
}
