/**
 * A real Vapi account for cases that otherwise run on the stand-in. What a case creates is marked in its metadata and
 * also recorded in a file, because tools have no metadata. It is deleted after the case.
 */
import type { Answer, TestPlatform } from "../contract/voice/platform.ts";
import { needs } from "./remote.ts";
import type { Remote, RemoteVapi } from "./remote.ts";
import { VapiAccount } from "./vapi-account.ts";

export function openRemotePlatform(run: Remote["run"], remote: RemoteVapi): TestPlatform {
  const account = new VapiAccount(remote, run);
  return {
    get platform(): never {
      return needs("control");
    },
    get clock(): never {
      return needs("clock");
    },
    get dataFolder(): never {
      return needs("control");
    },
    get log(): never {
      return needs("control");
    },
    async request(method, route, body, key = remote.key): Promise<Answer> {
      if (method === "POST" && route.startsWith("/call")) needs("calls");
      if (method === "POST" && route === "/chat" && remote.mayCall !== true) needs("chats");
      return account.request(method, route, body, key);
    },
    async control(command) {
      if (command !== "reset") needs("control");
      await account.removeMade();
    },
    onlyHere: () => needs("standIn"),
    restart: async () => needs("process"),
    close: () => account.removeMade(),
  };
}
