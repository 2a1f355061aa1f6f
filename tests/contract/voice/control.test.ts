import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";
import { isListening, joinRoom } from "./room-client.ts";

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());
beforeEach(async () => {
  await voice.control("reset", {});
});

test("[X1] the control API requires its token and validates its commands", async () => {
  const address = `${voice.platform.url}/_control/state`;
  expect((await fetch(address)).status).toBe(401);
  const withKey = { Authorization: `Bearer ${voice.platform.privateKey}` };
  expect((await fetch(address, { headers: withKey })).status).toBe(401);
  await expect(voice.control("explode", {})).rejects.toThrow("404");
  await expect(voice.control("down", { isDown: "yes" })).rejects.toThrow(
    "isDown must be a boolean value",
  );
  await expect(
    voice.control("faults", { method: "GET", path: "/call", status: 200 }),
  ).rejects.toThrow("400");
  const nobody = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
  await expect(voice.control(`calls/${nobody}/hang-up`, {})).rejects.toThrow("404");
  await expect(voice.control(`calls/${nobody}/drop-socket`, {})).rejects.toThrow("404");
});

test("[X2] the next requests to a route fail as ordered, others do not", async () => {
  await voice.control("faults", { method: "POST", path: "/call/web", status: 429, count: 2 });
  await voice.control("faults", {
    method: "GET",
    path: "/assistant/*",
    status: 503,
    message: "Tired.",
  });
  const start = async () => (await voice.request("POST", "/call/web", { assistant: {} })).status;
  expect((await voice.request("GET", "/call")).status).toBe(200);
  expect([await start(), await start(), await start()]).toEqual([429, 429, 201]);
  const { status, body } = await voice.request("GET", "/assistant/x");
  expect([status, (body as { message: string }).message]).toEqual([503, "Tired."]);
});

test("[X4] a platform that is down responds to nobody until it is up again", async () => {
  const { body } = await voice.request("POST", "/call/web", { assistant: {} });
  const { webCallUrl } = body as { webCallUrl: string };
  await voice.control("down", { isDown: true });
  await expect(voice.request("GET", "/call")).rejects.toThrow("fetch failed");
  await expect(joinRoom(webCallUrl)).rejects.toThrow();
  await voice.control("down", { isDown: false });
  expect((await voice.request("GET", "/call")).status).toBe(200);
  await (await joinRoom(webCallUrl)).waitFor(isListening);
});

test("[X5] a reset ends all calls and deletes everything but the keys", async () => {
  const { body } = await voice.request("POST", "/call/web", { assistant: {} });
  const client = await joinRoom((body as { webCallUrl: string }).webCallUrl);
  await client.waitFor(isListening);
  await voice.request("POST", "/assistant", {});
  await voice.control("faults", { method: "GET", path: "/call", status: 500 });
  await voice.control("reset", {});
  await client.waitFor(({ type }) => type === "ejected");
  expect((await voice.request("GET", "/call")).body).toEqual([]);
  expect((await voice.request("GET", "/assistant")).body).toEqual([]);
  expect(await voice.control("state")).toEqual({
    isDown: false,
    faults: [],
    calls: [],
    webhooks: [],
  });
});
