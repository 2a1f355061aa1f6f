import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { openDemo } from "./demo.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-demo-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const MADE = {
  state: "filled",
  email: "ada@demo.example",
  password: "long enough",
  browser: "8f0f1c3e-0000-4000-8000-000000000000",
  token: "of-the-link",
};
const keep = (stored: object) => writeFile(path.join(folder, "demo.json"), JSON.stringify(stored));
const silent = () => undefined;
const never = () => Promise.reject(new Error("Nothing is created"));
const placeAt = (backendUrl: string) => ({ backendUrl, adminKey: "none", settled: never });

test("without a demo, the clock starts three months ago", async () => {
  const { clock } = await openDemo(folder, silent);
  const daysAgo = (Date.now() - clock.now()) / 86_400_000;
  expect(daysAgo).toBeGreaterThan(85);
  clock.catchUp();
  expect(Math.abs(Date.now() - clock.now())).toBeLessThan(1_000);
});

test("an existing demo is not created again, and keeps its link", async () => {
  await keep(MADE);
  const demo = await openDemo(folder, silent);
  expect(Math.abs(Date.now() - demo.clock.now())).toBeLessThan(1_000);
  await demo.createUnlessPresent(placeAt("http://127.0.0.1:9"));
  expect(demo.linkAt("http://127.0.0.1:4275")).toBe("http://127.0.0.1:4275/demo/of-the-link");
  expect(JSON.parse(await readFile(path.join(folder, "demo.json"), "utf8"))).toEqual(MADE);
});

test("an interrupted demo is not continued, and the error says what to do", async () => {
  await keep({ ...MADE, state: "begun" });
  await expect(openDemo(folder, silent)).rejects.toThrow("npm run reset");
});

test("only the owner may read the file with the demo's password", async () => {
  const demo = await openDemo(folder, silent);
  await expect(demo.createUnlessPresent(placeAt("http://127.0.0.1:9"))).rejects.toThrow();
  const file = path.join(folder, "demo.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { state, password, token } = JSON.parse(await readFile(file, "utf8")) as typeof MADE;
  expect(state).toBe("begun");
  expect([password.length, token.length]).toEqual([24, 24]);
});

test("only the link signs in, with the demo's credentials", async () => {
  await keep(MADE);
  const calls: unknown[] = [];
  const backend = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      calls.push([request.url, request.headers.authorization, JSON.parse(body)]);
      response.end(JSON.stringify({ value: { tokens: { token: "a<b", refreshToken: "c" } } }));
    });
  });
  const demo = await openDemo(folder, silent);
  const app = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (!demo.intercept(request, response, url)) response.writeHead(404).end();
  });
  try {
    const address = await listen(app, 0);
    expect((await fetch(`${address}/demo/of-the-link`)).status).toBe(404);
    await demo.createUnlessPresent(placeAt(await listen(backend, 0)));
    for (const other of ["/demo/", "/demo/another", "/demo", "/", "/demo/of-the-link/"]) {
      expect((await fetch(address + other)).status).toBe(404);
    }
    expect((await fetch(demo.linkAt(address), { method: "POST" })).status).toBe(405);
    expect(calls).toEqual([]);

    const page = await fetch(demo.linkAt(address));
    const html = await page.text();
    const { email, password, browser } = MADE;
    const params = { email, password, browser, flow: "signIn" };
    const args = { provider: "password", params };
    const body = { path: "auth:signIn", args, format: "json" };
    expect(calls).toEqual([["/api/action", undefined, body]]);
    expect(html).toContain(String.raw`a\u003cb`);
    expect(html).not.toContain(password);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; frame-ancestors 'none'$/,
    );
  } finally {
    await Promise.all([closeServer(app), closeServer(backend)]);
  }
});
