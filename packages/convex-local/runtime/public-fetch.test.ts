import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { runInCall, RunningCall } from "./call.ts";
import type { Mounted } from "./mounted.ts";
import { isPublic, outgoingFetch } from "./public-fetch.ts";

// T61: docs/security.md
test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
  ...["192.0.0.1", "192.0.2.1", "192.88.99.1", "198.51.100.1", "203.0.113.1"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1", "fc00::1", "fe80::1"],
  ...["ff02::1", "2001:db8::1", "2002:7f00:1::", "2001:2::1", "3fff::1"],
])("%s is no public address", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is a public one",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

// T61: docs/security.md
test("of this machine, functions reach what a variable names, and nothing else by any name of it", async () => {
  const asked: string[] = [];
  const secret = createServer((request, response) => {
    asked.push(String(request.url));
    response.end("secret");
  });
  const port = await listen(secret);
  const open = createServer((request, response) => {
    if (request.url === "/away") response.writeHead(302, { Location: `http://127.0.0.1:${port}/` });
    response.end("open");
  });
  const openUrl = `http://127.0.0.1:${await listen(open)}`;
  const outgoing = outgoingFetch({ SOME_API_URL: openUrl, OTHER: "not http://an.address" });
  try {
    expect(await (await outgoing(`${openUrl}/`)).text()).toBe("open");
    expect((await outgoing(`${openUrl}/away`, { redirect: "manual" })).status).toBe(302);
    const names = ["127.0.0.1", "127.1", "0x7f.1", "2130706433", "localhost", "0"];
    for (const name of [...names, "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"]) {
      const url = `http://${name}:${port}/`;
      await expect(outgoing(url), name).rejects.toThrow(`Request to ${url} forbidden`);
    }
    await expect(outgoing(`${openUrl}/away`)).rejects.toThrow("forbidden");
    // Not everywhere is it the name of anything.
    await expect(outgoing(`http://localhost.:${port}/`)).rejects.toThrow();
    expect(asked).toEqual([]);
  } finally {
    for (const server of [secret, open]) server.close().closeAllConnections();
  }
});

test("a connection that is kept for later requests does not keep the realm of the call that opened it", async () => {
  const server = createServer((_, response) => response.end("open"));
  const url = `http://127.0.0.1:${await listen(server)}`;
  const outgoing = outgoingFetch({ SOME_API_URL: url });
  const askInCall = async () => {
    const mounted = {} as Mounted;
    const start = { id: 1, program: 1, component: "", isAlone: true } as const;
    const call = new RunningCall(
      { ...start, kind: "action", nowMs: null, seed: null },
      mounted,
      new Float64Array(1),
    );
    await runInCall(call, async () => (await outgoing(url)).text());
    call.end();
    return new WeakRef(mounted);
  };
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  try {
    const mounted = await askInCall();
    await setImmediate();
    collectGarbage();
    expect(mounted.deref()).toBeUndefined();
  } finally {
    server.close().closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
