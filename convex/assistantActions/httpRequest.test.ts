import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { MAX_ANSWER_LENGTH, requestFor, sendRequest } from "./httpRequest";
import type { HttpWork, Values } from "./table";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  vi.unstubAllEnvs();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("WEBHOOK_RECEIVERS", url);
  return url;
}

const AMPLE = { timeoutMs: 60_000, maxBytes: 64 * 1024 };
const SECRET = "Bearer swordfish-of-the-tests";

function send(url: string, bounds = AMPLE) {
  const sent = { method: "GET" as const, url, headers: ["Authorization"], body: null };
  return sendRequest(sent, { Authorization: SECRET }, bounds);
}

const ofText = (text: string, type = "text/plain", status = 200): RequestListener => {
  return (_, response) => response.writeHead(status, { "Content-Type": type }).end(text);
};

function work(changes: Partial<HttpWork> = {}): HttpWork {
  const url = "https://example.com/orders/{order}";
  return { kind: "http", method: "GET", url, headers: [], parameters: [], ...changes };
}

const VALUES: Values = { order: "7", note: "no & nuts", urgent: true };

test("values that are not in the address are the query or the body", () => {
  expect(requestFor(work(), VALUES)).toMatchObject({
    url: "https://example.com/orders/7?note=no+%26+nuts&urgent=true",
    body: null,
  });
  expect(requestFor(work({ method: "POST" }), VALUES)).toMatchObject({
    url: "https://example.com/orders/7",
    body: '{"note":"no & nuts","urgent":true}',
  });
});

test("an answer is one line of bounded length", async () => {
  const url = await serve(ofText(`{\n  "a": "b"\u202e }${"x".repeat(10_000)}`, "application/json"));
  const { state, answer = "" } = await send(url);
  expect(state).toBe("done");
  expect(answer).toMatch(/^\{ "a": "b" \}x+$/);
  expect(answer).toHaveLength(MAX_ANSWER_LENGTH);
});

test("a server that refuses, or answers with an empty body, is reported", async () => {
  expect(await send(await serve(ofText("Sold out.", "text/plain", 409)))).toMatchObject({
    ...{ state: "failed", why: "status", status: 409, answer: "Sold out." },
  });
  const empty = await serve((_, response) => response.writeHead(204).end());
  expect(await send(empty)).toMatchObject({ state: "done", status: 204, answer: "" });
});

// T113: docs/security.md
test("a redirect is not followed", async () => {
  let others = 0;
  const other = await serve((_, response) => {
    others += 1;
    response.end();
  });
  const url = await serve((_, response) => response.writeHead(307, { Location: other }).end());
  expect(await send(url)).toMatchObject({ state: "failed", why: "redirect" });
  expect(others).toBe(0);
});

test("what is too long, no text, late or not there did not work", async () => {
  const long = await serve(ofText("x".repeat(70_000)));
  expect(await send(long)).toMatchObject({ state: "failed", why: "tooLong" });
  const image = await serve(ofText("PNG", "image/png"));
  expect(await send(image)).toMatchObject({ state: "failed", why: "notText", status: 200 });
  const late = await serve(() => undefined);
  const bounds = { ...AMPLE, timeoutMs: 100 };
  expect(await send(late, bounds)).toMatchObject({ state: "failed", why: "noResponse" });
  const cut = await serve((_, response) => {
    response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "100" });
    response.write("x");
    response.destroy();
  });
  expect(await send(cut)).toMatchObject({ state: "failed", why: "noResponse" });
  expect(await send("http://127.0.0.1:9/")).toMatchObject({ state: "failed", why: "noResponse" });
});

// T114: docs/security.md
test("a server that repeats the headers' values does not reveal them", async () => {
  const url = await serve((request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ headers: request.headers, token: SECRET.split(" ")[1] }));
  });
  const { answer = "" } = await send(url);
  expect(answer).toContain("•••");
  expect(answer).not.toContain("swordfish");
});
