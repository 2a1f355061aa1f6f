import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openFrontDoor } from "./front-door.ts";

async function doorWithFaults() {
  const heard: unknown[] = [];
  const door = await openFrontDoor({ port: 0, onError: (error) => heard.push(error) });
  onTestFinished(() => door.close());
  const fault = new Error("a fault of ours");
  door.serve(
    (_, response, url) => {
      if (url.pathname === "/fault") throw fault;
      response.end("open");
    },
    () => {
      throw fault;
    },
  );
  return { url: door.url, heard, fault };
}

/** Rejects with what nobody caught. */
function endOfProcess(): Promise<never> {
  return new Promise((_, reject) => {
    process.once("uncaughtExceptionMonitor", reject);
    onTestFinished(() => void process.off("uncaughtExceptionMonitor", reject));
  });
}

// T52: docs/security.md
test("a fault in what answers is told, and ends that one connection", async () => {
  const { url, heard, fault } = await doorWithFaults();
  await expect(fetch(`${url}/fault`)).rejects.toThrow();
  expect(heard).toEqual([fault]);
  expect(await (await fetch(url)).text()).toBe("open");
});

// T52: docs/security.md
test("a fault in what opens sockets is told, and the socket is refused", async () => {
  const { url, heard, fault } = await doorWithFaults();
  const headers = { Connection: "Upgrade", Upgrade: "websocket" };
  const asking = request(url, { headers });
  asking.end();
  // A socket that nobody answers would keep the door open.
  onTestFinished(() => void asking.socket?.resetAndDestroy());
  const answered = once(asking, "response") as Promise<[IncomingMessage]>;
  const [response] = await Promise.race([answered, endOfProcess()]);
  expect([response.statusCode, heard]).toEqual([404, [fault]]);
  response.resume();
  expect(await (await fetch(url)).text()).toBe("open");
});

// T52: docs/security.md
test.each(["/%", "/%zz", "/a/%C3%28"])(
  "%s, which means nothing, goes to nobody who might read it",
  async (path) => {
    const { url, heard } = await doorWithFaults();
    expect((await fetch(url + path)).status).toBe(400);
    expect(heard).toEqual([]);
  },
);
