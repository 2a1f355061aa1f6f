/** Generates inputs: bytes, pauses between them, and how the client disconnects. */
import fc from "fast-check";
import { BUILT_DOORS } from "../five-doors.ts";
import type { BuiltDoor } from "../five-doors.ts";
import { HEADERS, METHODS, TARGETS, WEBSOCKET } from "../hostile-inputs.ts";
import { formBody, jsonBody, multipartBody, roomMessage, syncMessage } from "./contents.ts";
import { encodeFrame } from "./frames.ts";
import type { Frame } from "./frames.ts";

export interface Input {
  door: BuiltDoor;
  /** In latin1. HOST, ROOM and the names of keys are placeholders. */
  writes: string[];
  pace: "at once" | "after an answer" | "byte by byte";
  /** Closes after all responses, or resets at the first response or after a share of the bytes. */
  leaves: "closing" | "at the answer" | { afterShare: number };
}

type Text = fc.Arbitrary<string>;

const PATHS: Record<BuiltDoor, string[]> = {
  app: ["/", "/widget/x", "/assets/large.js", "/index.html", "/nowhere.png", "/a/b?c=%zz#d"],
  backend: [
    ...["query", "mutation", "action", "function", "query_batch", "query_ts", "query_at_ts"].map(
      (name) => `/api/${name}`,
    ),
    ...["deploy2/start_push", "deploy2/evaluate_push", "deploy2/finish_push"].map(
      (name) => `/api/${name}`,
    ),
    ...["deploy2/wait_for_schema", "deploy2/evaluate_schema", "get_config_hashes"].map(
      (name) => `/api/${name}`,
    ),
    "/api/query?path=notes:list&args=[",
    "/api/query?path=__proto__&args={}",
    "/api/storage/upload?token=x",
    "/api/storage/nothing",
    "/api/1.48.0/sync",
    "/http/echo",
    "/version",
  ],
  site: ["/echo", "/request", "/below/x", "/bytes", "/moved", "/.well-known/jwks.json", "/nowhere"],
  voice: [
    ...["/assistant", "/assistant/ID", "/file", "/file/ID", "/tool", "/tool/ID", "/call"],
    ...["/call/web", "/call/ID", "/ID/control", "/recordings/ID", "/call-machine/1.js", "/room/x"],
    "/transport/x",
    ...["/session", "/session/ID", "/session?page=-1&name=x", "/chat", "/chat/ID", "/chat?page=x"],
    ...["/structured-output", "/structured-output/ID", "/structured-output?limit=x"],
    "/call?limit=-1&createdAtGt=never",
    "/_control/state",
  ].map((path) => path.replace("ID", "00000000-0000-4000-8000-000000000000")),
  stripe: [
    ...["customers", "customers/cus_x", "customers/search", "subscriptions", "subscriptions/sub_x"],
    ...["invoices", "invoices/in_x/pay", "invoiceitems", "products", "prices", "payment_methods"],
    ...["checkout/sessions", "billing_portal/sessions", "events", "refunds", "nothing"],
    ...["subscription_schedules", "subscription_schedules/sub_sched_x/release", "charges/ch_x"],
  ]
    .map((path) => `/v1/${path}`)
    .concat("/c/pay/x", "/p/session/x", "/i/x/pay", "/assets/pages.css", "/_sim/ledger", "/v2/x"),
};

const KEYS: Record<BuiltDoor, string[]> = {
  app: [],
  backend: ["Convex ADMIN", "Bearer a.b.c", "Bearer ADMIN"],
  site: ["Bearer a.b.c"],
  voice: ["Bearer PRIVATE", "Bearer PUBLIC"],
  stripe: ["Bearer SECRET", "Basic SECRET"],
};

const CONTENT: Record<BuiltDoor, fc.Arbitrary<{ type: string; body: string }>> = {
  app: jsonBody,
  backend: jsonBody,
  site: fc.oneof(jsonBody, multipartBody),
  voice: fc.oneof({ weight: 3, arbitrary: jsonBody }, multipartBody),
  stripe: fc.oneof({ weight: 3, arbitrary: formBody }, jsonBody),
};

const FRAMINGS = ["right", "right", "right", "short", "long", "chunked", "broken", "both", "none"];

/** Half of them are valid, because requests that are refused at once find little. */
function request(door: BuiltDoor): Text {
  const some = <T>(...values: T[]) => fc.constantFrom(...values);
  return fc
    .record({
      method: fc.oneof(
        { weight: 6, arbitrary: some("GET", "POST", "POST", "PATCH", "PUT", "DELETE", "OPTIONS") },
        { weight: 1, arbitrary: some(...METHODS) },
      ),
      target: fc.oneof(
        { weight: 5, arbitrary: some(...PATHS[door]) },
        { weight: 1, arbitrary: some(...TARGETS) },
        { weight: 1, arbitrary: fc.webPath().map((path) => `/${path}`) },
        {
          weight: 1,
          arbitrary: fc.string({ unit: "grapheme" }).map((text) => `/${encodeURI(text)}`),
        },
      ),
      key: fc.option(some("", ...KEYS[door])),
      head: fc.oneof(
        { weight: 5, arbitrary: fc.constant("Host: HOST\r\n") },
        { weight: 2, arbitrary: header.map((line) => `Host: HOST\r\n${line}`) },
        { weight: 1, arbitrary: some(...Object.values(HEADERS)) },
      ),
      content: CONTENT[door],
      framing: some(...FRAMINGS),
    })
    .map(({ method, target, key, head, content, framing }) =>
      [
        `${method} ${target} HTTP/1.1\r\n${head}`,
        key === null || key === "" ? "" : `Authorization: ${key}\r\n`,
        `Content-Type: ${content.type}\r\n`,
        framed(content.body, framing),
      ].join(""),
    );
}

const header: Text = fc
  .tuple(
    fc.constantFrom(
      ...["Origin", "Range", "If-None-Match", "Accept-Encoding", "Content-Encoding", "Cookie"],
      ...["Connection", "Upgrade", "Expect", "Digest", "Idempotency-Key", "Stripe-Version", "X"],
      ...["Access-Control-Request-Headers", "X-Forwarded-For", "Transfer-Encoding", "TE"],
    ),
    fc.oneof(
      fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((n) => String.fromCharCode(n)) }),
      fc.constantFrom("", "null", "bytes=0-0,5-", "bytes=99999999999999999999-", "br", "sha-256=x"),
    ),
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);

function framed(body: string, framing: string): string {
  const length = (by: number) => `Content-Length: ${Math.max(0, body.length + by)}\r\n\r\n${body}`;
  const chunk = `${body.length.toString(16)};x=y\r\n${body}\r\n`;
  switch (framing) {
    case "right":
      return length(0);
    case "short":
      return length(-3);
    case "long":
      return length(1_000);
    case "chunked":
      return `Transfer-Encoding: chunked\r\n\r\n${body === "" ? "" : chunk}0\r\nX: y\r\n\r\n`;
    case "broken":
      return `Transfer-Encoding: chunked\r\n\r\n${chunk}fffffffffff\r\n${body}`;
    case "both":
      return `Transfer-Encoding: chunked\r\n${length(0)}`;
    default:
      return `\r\n${body}`;
  }
}

const frame = (message: Text): fc.Arbitrary<Frame> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: message.map((payload) => ({
        opcode: 1,
        payload: Buffer.from(payload).toString("latin1"),
        isFinal: true,
        reserved: 0,
        isMasked: true,
        lengthLie: 0,
      })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        opcode: fc.integer({ min: 0, max: 15 }),
        payload: fc.oneof(
          message,
          fc.string({ maxLength: 200 }),
          fc.constantFrom("\xff\xfe", "\x03\xe8", "\x00", "x".repeat(640), "x".repeat(70_000)),
        ),
        isFinal: fc.boolean(),
        reserved: fc.constantFrom(0, 0, 0, 1, 4, 7),
        isMasked: fc.constantFrom(true, true, true, false),
        lengthLie: fc.constantFrom(0, 0, 0, 1, -1, 300_000, 17 * 2 ** 20, 2 ** 40),
      }),
    },
  );

function conversation(target: string, first: string[], message: Text): fc.Arbitrary<string[]> {
  return fc
    .tuple(
      fc.constantFrom(true, true, true, false),
      fc.array(frame(message), { minLength: 1, maxLength: 8 }),
      fc.constantFrom("", "", "Origin: http://127.0.0.1\r\n", "Origin: https://evil.example\r\n"),
    )
    .map(([isPolite, frames, origin]) => {
      const opening = isPolite ? first.map((payload) => encodeFrame({ ...POLITE, payload })) : [];
      const upgrade = `GET ${target} HTTP/1.1\r\nHost: HOST\r\n${origin}${WEBSOCKET}\r\n`;
      return [upgrade, ...opening, ...frames.map(encodeFrame)];
    });
}

const POLITE = { opcode: 1, isFinal: true, reserved: 0, isMasked: true, lengthLie: 0 };
const CONNECT = JSON.stringify({
  type: "Connect",
  sessionId: "00000000-0000-4000-8000-000000000000",
  connectionCount: 0,
  lastCloseReason: null,
});
const JOIN = ['{"type":"join","hasMicrophone":true}', '{"type":"app-message","data":"playable"}'];

const leaving: fc.Arbitrary<Input["leaves"]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant("closing" as const) },
  { weight: 1, arbitrary: fc.constant("at the answer" as const) },
  { weight: 2, arbitrary: fc.record({ afterShare: fc.double({ min: 0, max: 1, noNaN: true }) }) },
);

const requests: fc.Arbitrary<Input> = fc.constantFrom(...BUILT_DOORS).chain((door) =>
  fc.record({
    door: fc.constant(door),
    writes: fc.array(request(door), { minLength: 1, maxLength: 3 }),
    pace: fc.constantFrom("at once", "at once", "at once", "after an answer", "byte by byte"),
    leaves: leaving,
  }),
);

const conversations = (door: BuiltDoor, writes: fc.Arbitrary<string[]>): fc.Arbitrary<Input> =>
  fc.record({
    door: fc.constant(door),
    writes,
    pace: fc.constantFrom("at once", "after an answer", "after an answer"),
    leaves: leaving,
  });

export const inputs: fc.Arbitrary<Input> = fc.oneof(
  { weight: 5, arbitrary: requests },
  {
    weight: 3,
    arbitrary: conversations("backend", conversation("/api/1.48.0/sync", [CONNECT], syncMessage)),
  },
  { weight: 1, arbitrary: conversations("voice", conversation("ROOM", JOIN, roomMessage)) },
);
