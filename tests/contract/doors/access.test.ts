/**
 * Who may come in: by this machine's own names, and from which pages. These bounds are ours, for a backend on the
 * machine of whoever browses. Convex's part is that pages of every origin may call: get-convex/convex-backend,
 * crates/local_backend/src/router.rs `cors`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLocalDeployment } from "../local-deployment.ts";
import { DOOR_NAMES, openFiveDoors } from "./five-doors.ts";
import type { DoorName, FiveDoors } from "./five-doors.ts";
import { WEBSOCKET, ask } from "./raw-connection.ts";

const HERE = "http://127.0.0.1:4275";
const ELSEWHERE = "https://owner.example";
const SANDBOXED = "null";

let doors: FiveDoors;

beforeAll(async () => {
  doors = await openFiveDoors({ deployment: await startLocalDeployment(), isDeveloped: true });
}, 60_000);

afterAll(() => doors.close());

interface Question {
  headers?: Record<string, string>;
  path?: string | null;
  method?: string;
}

async function statusOf(name: DoorName, question: Question): Promise<number> {
  const { url, open } = doors.door(name);
  const { headers = {}, method = "GET" } = question;
  const answer = await ask(url, question.path ?? open, headers, method);
  return Number(answer.split(" ", 2)[1]);
}

test.each(DOOR_NAMES)("[A5] %s answers to this machine's own names", async (name) => {
  const { port } = new URL(doors.door(name).url);
  for (const host of ["127.0.0.1", "localhost", "[::1]", "a.b.localhost"]) {
    for (const Host of [`${host}:${port}`, `${host}:1`, host]) {
      expect(await statusOf(name, { headers: { Host } }), Host).toBe(200);
    }
  }
});

// T52: docs/security.md
test.each(DOOR_NAMES)("[A5] %s answers to no other name", async (name) => {
  const { port } = new URL(doors.door(name).url);
  const foreign = [
    `evil.example:${port}`,
    "0.0.0.0",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evillocalhost",
    "user@localhost",
    "localhost/",
    "",
  ];
  for (const Host of foreign) {
    expect(await statusOf(name, { headers: { Host } }), Host).toBe(421);
    expect(await statusOf(name, { headers: { Host, ...WEBSOCKET } }), Host).toBe(421);
  }
  expect(await statusOf(name, { path: `http://evil.example:${port}/` })).toBe(421);
  const { url, open } = doors.door(name);
  expect(await ask(url, open, { Host: "evil.example" })).toContain("localhost, [::1]");
});

test.each(DOOR_NAMES)("[A6] %s gives pages of any origin what is open to all", async (name) => {
  for (const Origin of [HERE, ELSEWHERE, SANDBOXED]) {
    expect(await statusOf(name, { headers: { Origin } }), Origin).toBe(200);
  }
});

// T52: docs/security.md
test.each(["app in development", "backend"] as const)(
  "[A6] %s lets in sockets of this machine's pages alone",
  async (name) => {
    const { socket: path } = doors.door(name);
    // How Vite asks whether it is there, which needs no token.
    const headers = { ...WEBSOCKET, "Sec-WebSocket-Protocol": "vite-ping" };
    const none = await statusOf(name, { path, headers });
    expect(none).toBe(101);
    for (const Origin of [HERE, "http://localhost:3000", "http://[::1]", "https://a.localhost"]) {
      expect(await statusOf(name, { path, headers: { ...headers, Origin } }), Origin).toBe(101);
    }
    for (const Origin of [ELSEWHERE, SANDBOXED, "http://127.0.0.1.evil.example", "file://", ""]) {
      expect(await statusOf(name, { path, headers: { ...headers, Origin } }), Origin).toBe(403);
    }
  },
);

test("[A6] a room is open to whoever knows it, on any page", async () => {
  const { socket: path } = doors.door("voice");
  for (const Origin of [HERE, ELSEWHERE]) {
    const { url } = doors.door("voice");
    expect(await ask(url, path ?? "", { ...WEBSOCKET, Origin })).toMatch(/^HTTP\/1\.1 (101|404) /);
  }
});

test.each(["app", "site"] as const)(
  "[A6] %s, which has no sockets, says so to this machine's pages only",
  async (name) => {
    expect(await statusOf(name, { headers: { ...WEBSOCKET, Origin: HERE } })).toBe(404);
    expect(await statusOf(name, { headers: { ...WEBSOCKET, Origin: ELSEWHERE } })).toBe(403);
  },
);

// T52: docs/security.md
test("[A6] the admin key is taken from no page of another machine", async () => {
  const path = "/api/v1/get_canonical_urls";
  const Authorization = `Convex ${doors.adminKey}`;
  expect(await statusOf("backend", { path, headers: { Authorization } })).toBe(200);
  expect(await statusOf("backend", { path, headers: { Authorization, Origin: HERE } })).toBe(200);
  for (const Origin of [ELSEWHERE, SANDBOXED]) {
    expect(await statusOf("backend", { path, headers: { Authorization, Origin } })).toBe(403);
    expect(await statusOf("backend", { path, headers: { Origin } })).toBe(403);
  }
});

// T52: docs/security.md
test("[X1] the control APIs are for no page at all, whatever it knows", async () => {
  const voice = { path: "/_control/state", header: "x-control-token", name: "voice" } as const;
  const stripe = { path: "/_sim/ledger", header: "x-sim-token", name: "stripe" } as const;
  for (const { path, header, name } of [voice, stripe]) {
    const token = { [header]: doors.controlToken[name] };
    expect(await statusOf(name, { path, headers: token })).toBe(200);
    for (const Origin of [HERE, ELSEWHERE, SANDBOXED]) {
      expect(await statusOf(name, { path, headers: { ...token, Origin } }), Origin).toBe(403);
    }
  }
});
