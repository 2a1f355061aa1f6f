import { Script } from "node:vm";
import { expect, test } from "vitest";
import { RunningCall, runInCall } from "./call.ts";
import type { Mounted } from "./mounted.ts";
import { Realm } from "./realm.ts";
import type { RealmHost } from "./realm.ts";

const host: RealmHost = {
  now: () => 1_000,
  random: () => 0.5,
  elapsed: () => 7,
  timeOrigin: () => 1_000,
  ofCall: (_, make) => make(),
  log: () => undefined,
  startTimer: () => undefined,
  readTimer: () => undefined,
  syscall: () => ({ message: "none" }),
  asyncSyscall: (_operation, _args, _resolve, reject) => reject("none"),
  scriptSyscall: () => Promise.reject(new Error("none")),
  enter: () => undefined,
  fail: () => undefined,
};

function sealedRealm(variables: Record<string, string> = {}): Realm {
  const realm = new Realm(variables, host);
  realm.seal();
  return realm;
}

const run = (code: string, realm = sealedRealm()) => realm.run(new Script(`"use strict"; ${code}`));
const later = (body: string) => run(`(async () => { ${body} })()`);

function inAction<T>(task: () => T): T {
  const start = {
    id: 1,
    program: 1,
    component: "",
    kind: "action",
    isAlone: true,
    nowMs: null,
    seed: null,
  } as const;
  return runInCall(new RunningCall(start, {} as Mounted, new Float64Array(1)), task);
}

test.each([
  ["addresses", "return new URL('http://a.b/c?d=1').searchParams.get('d')", "1"],
  [
    "streams",
    "return await new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('one')); c.close(); } })).text()",
    "one",
  ],
  [
    "transforming streams",
    `const t = new TransformStream({ transform(chunk, c) { c.enqueue(chunk.toUpperCase()); } });
     const w = t.writable.getWriter(); w.write("x"); w.close();
     const out = []; for await (const chunk of t.readable) out.push(chunk); return out.join();`,
    "X",
  ],
  [
    "hashes",
    `const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc"));
     return [hash instanceof ArrayBuffer, hash.constructor === ArrayBuffer, new Uint8Array(hash)[0]].join();`,
    "true,true,186",
  ],
  [
    "hashes and signatures of its own buffers",
    `const { buffer } = new TextEncoder().encode("abc");
     const hash = await crypto.subtle.digest("SHA-256", buffer);
     const key = await crypto.subtle.importKey("raw", hash, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
     const signature = await crypto.subtle.sign("HMAC", key, buffer);
     return String(await crypto.subtle.verify("HMAC", key, signature, buffer));`,
    "true",
  ],
  [
    "forms and headers",
    `const form = new FormData(); form.append("x", new Blob(["hi"]));
     const headers = new Headers({ a: "1" }); headers.append("b", "2");
     return [[...headers].join(";"), headers instanceof Headers, form.get("x") instanceof File].join(" ");`,
    "a,1;b,2 true true",
  ],
  [
    "signals",
    `const c = new AbortController(); let seen;
     c.signal.addEventListener("abort", (event) => { seen = [event instanceof Event, c.signal.reason instanceof DOMException]; });
     c.abort(); return seen.join();`,
    "true,true",
  ],
  [
    "errors",
    `try { new URL("nonsense"); } catch (error) { return [error instanceof TypeError, error.message].join(); }`,
    "true,Invalid URL",
  ],
  [
    "copies",
    `const copy = structuredClone({ m: new Map([[1, { c: 2 }]]) });
     return [copy instanceof Object, copy.m instanceof Map, copy.m.get(1) instanceof Object].join();`,
    "true,true,true",
  ],
  [
    "requests and answers",
    `const request = new Request("http://x.y/z", { method: "POST", body: "abc", headers: { a: "b" } });
     return [await request.clone().text(), request.headers.get("a"), Response.json({ b: 1 }) instanceof Response].join();`,
    "abc,b,true",
  ],
  [
    "contexts over an await",
    `const store = new AsyncLocalStorage(); const value = {};
     return String(await store.run(value, async () => { await null; return store.getStore() === value; }));`,
    "true",
  ],
  [
    "classes of one's own",
    "class Mine extends Request {} return String(new Mine('http://a.b') instanceof Mine)",
    "true",
  ],
  [
    "marks of time",
    "performance.mark('a'); return performance.measure('b', { start: 2, end: 5 }).duration + ''",
    "3",
  ],
])("a realm has %s, made of its own language", async (_, body, result) => {
  expect(await later(body)).toBe(result);
});

test("time and chance are the host's", () => {
  expect(run("[Date.now(), new Date().getTime(), Math.random(), performance.now()].join()")).toBe(
    "1000,1000,0.5,7",
  );
  expect(run("[new Date(5).getTime(), new Date() instanceof Date, typeof Date()].join()")).toBe(
    "5,true,string",
  );
});

test("variables are readable, and writing to them has no effect", () => {
  const realm = sealedRealm({ A: "1" });
  // npm-packages/udf-runtime/src/setup.ts has a getter alone: writing is no error there.
  expect(
    run("process.env.A = '2'; [process.env.A, process.env.B, process.env.toString].join()", realm),
  ).toBe("1,,");
});

test("what things inherit can be overridden on them", () => {
  expect(
    run(
      "const o = {}; o.toString = () => 'mine'; class E extends Error {} E.prototype.name = 'E'; String(o) + new E('x')",
    ),
  ).toBe("mineE: x");
});

test.each([
  "globalThis.left = 1",
  "globalThis.fetch = null",
  "globalThis.URL = class {}",
  "delete globalThis.URL",
  "Math = Object.create(Math)",
  "Date = class extends Date {}",
  "delete globalThis.JSON",
  "delete globalThis.URL; globalThis.left = 1",
])(
  "what a call does to the global object is seen, and goes when the realm is tidied: %s",
  (code) => {
    const realm = sealedRealm();
    run("URL; new Headers()", realm);
    expect(realm.isTouched()).toBe(false);
    run(code, realm);
    expect(realm.isTouched()).toBe(true);
    expect(realm.tidy()).toBe(true);
    expect(
      run(
        "[typeof left, typeof fetch, new URL('a:b').href, Math.max(1), Date.now(), typeof JSON].join()",
        realm,
      ),
    ).toBe("undefined,function,a:b,1,1000,object");
  },
);

test("what cannot be taken away again is said", () => {
  const realm = sealedRealm();
  run("Object.defineProperty(globalThis, 'left', { value: 1 })", realm);
  expect(realm.tidy()).toBe(false);
});

test("in a realm of one's own the language may change, which is seen", () => {
  const realm = new Realm({}, host);
  realm.remember();
  run("[].concat([1]); new Map([[1, 2]])", realm);
  expect(realm.isTouched()).toBe(false);
  run("Date.prototype.constructor = class {}", realm);
  expect(realm.isTouched()).toBe(true);
});

test("all that a call leaves on the global object goes", () => {
  const realm = sealedRealm();
  run("globalThis.left = 1; globalThis.fetch = null; delete globalThis.URL;", realm);
  realm.tidy();
  expect(
    run(
      "[typeof left, typeof fetch, typeof URL, Object.keys(globalThis).includes('left')].join()",
      realm,
    ),
  ).toBe("undefined,function,function,false");
});

test("a module that is evaluated before the seal may bring what the language lacks", () => {
  const realm = new Realm({}, host);
  run("Array.prototype.latest = function () { return this.at(-1); }", realm);
  realm.seal();
  expect(run("[1, 2].latest()", realm)).toBe(2);
  expect(() => run("Array.prototype.latest = null", realm)).toThrow("read only");
});

test("the network and timers are for actions", async () => {
  expect(() => run("setTimeout(() => undefined, 0)")).toThrow("import time");
  const text = inAction(() => later("return await (await fetch('data:text/plain,here')).text()"));
  expect(await text).toBe("here");
});
