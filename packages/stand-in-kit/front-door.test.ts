import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openFrontDoor } from "./front-door.ts";

async function doorWithFaults() {
  const errors: unknown[] = [];
  const door = await openFrontDoor({ port: 0, onError: (error) => errors.push(error) });
  onTestFinished(() => door.close());
  const fault = new Error("a bug of ours");
  door.serve(
    (_, response, url) => {
      if (url.pathname === "/fault") throw fault;
      response.end("open");
    },
    () => {
      throw fault;
    },
  );
  return { url: door.url, errors, fault };
}

/** Rejects with an uncaught error. */
function endOfProcess(): Promise<never> {
  return new Promise((_, reject) => {
    process.once("uncaughtExceptionMonitor", reject);
    onTestFinished(() => void process.off("uncaughtExceptionMonitor", reject));
  });
}

// T52: docs/security.md
test("an error in a request handler is reported and closes only that connection", async () => {
  const { url, errors, fault } = await doorWithFaults();
  await expect(fetch(`${url}/fault`)).rejects.toThrow();
  expect(errors).toEqual([fault]);
  expect(await (await fetch(url)).text()).toBe("open");
});

// T52: docs/security.md
test("an error in an upgrade handler is reported, and the socket is refused", async () => {
  const { url, errors, fault } = await doorWithFaults();
  const headers = { Connection: "Upgrade", Upgrade: "websocket" };
  const upgrade = request(url, { headers });
  upgrade.end();
  // An unanswered socket would keep the server open.
  onTestFinished(() => void upgrade.socket?.resetAndDestroy());
  const answered = once(upgrade, "response") as Promise<[IncomingMessage]>;
  const [response] = await Promise.race([answered, endOfProcess()]);
  expect([response.statusCode, errors]).toEqual([404, [fault]]);
  response.resume();
  expect(await (await fetch(url)).text()).toBe("open");
});

// T52: docs/security.md
test.each(["/%", "/%zz", "/a/%C3%28"])(
  "a request for %s, which cannot be decoded, reaches no handler",
  async (path) => {
    const { url, errors } = await doorWithFaults();
    expect((await fetch(url + path)).status).toBe(400);
    expect(errors).toEqual([]);
  },
);
