/**
 * Which host names and which pages may use the servers. The limits are ours, because the servers run on the machine of
 * the person who browses. As for Convex, pages of every origin may call functions: get-convex/convex-backend,
 * crates/local_backend/src/router.rs `cors`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLocalDeployment } from "../local-deployment.ts";
import { DOOR_NAMES, openFiveDoors } from "./five-doors.ts";
import type { DoorName, FiveDoors } from "./five-doors.ts";
import { WEBSOCKET, sendRequest } from "./raw-connection.ts";

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
  const answer = await sendRequest(url, question.path ?? open, headers, method);
  return Number(answer.split(" ", 2)[1]);
}

test.each(DOOR_NAMES)(
  "[A5] %s answers requests for this machine's own host names",
  async (name) => {
    const { port } = new URL(doors.door(name).url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "a.b.localhost"]) {
      for (const Host of [`${host}:${port}`, `${host}:1`, host]) {
        expect(await statusOf(name, { headers: { Host } }), Host).toBe(200);
      }
    }
  },
);

// T52: docs/security.md
test.each(DOOR_NAMES)("[A5] %s refuses requests for other host names", async (name) => {
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
  expect(await sendRequest(url, open, { Host: "evil.example" })).toContain("localhost, [::1]");
});

test.each(DOOR_NAMES)("[A6] %s lets pages of any origin use its public paths", async (name) => {
  for (const Origin of [HERE, ELSEWHERE, SANDBOXED]) {
    expect(await statusOf(name, { headers: { Origin } }), Origin).toBe(200);
  }
});

// T52: docs/security.md
test.each(["app in development", "backend"] as const)(
  "[A6] %s accepts sockets only from pages of this machine",
  async (name) => {
    const { socket: path } = doors.door(name);
    // Vite's ping, which needs no token.
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

test("[A6] a room accepts anybody who knows its URL, on any page", async () => {
  const { socket: path } = doors.door("voice");
  for (const Origin of [HERE, ELSEWHERE]) {
    const { url } = doors.door("voice");
    expect(await sendRequest(url, path ?? "", { ...WEBSOCKET, Origin })).toMatch(
      /^HTTP\/1\.1 (101|404) /,
    );
  }
});

test.each(["app", "site"] as const)(
  "[A6] %s, which has no sockets, tells only pages of this machine",
  async (name) => {
    expect(await statusOf(name, { headers: { ...WEBSOCKET, Origin: HERE } })).toBe(404);
    expect(await statusOf(name, { headers: { ...WEBSOCKET, Origin: ELSEWHERE } })).toBe(403);
  },
);

// T52: docs/security.md
test("[A6] the admin key is refused from pages of other machines", async () => {
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
test("[X1] the control APIs refuse every page, even with the token", async () => {
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
