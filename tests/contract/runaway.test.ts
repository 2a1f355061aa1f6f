/**
 * Functions that never end, take too much or fail behind one's back fail alone, in the real runtime's words and
 * within its limits: get-convex/convex-backend, crates/isolate/src/termination.rs, environment/udf/mod.rs and
 * crates/common/src/knobs.rs.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../eventually.ts";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import type * as realm from "./runaway-app/convex/realm";
import type * as runaway from "./runaway-app/convex/runaway";

const api = anyApi as unknown as ApiFromModules<{ realm: typeof realm; runaway: typeof runaway }>;

const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";
const OUT_OF_MEMORY = "JavaScript execution ran out of memory (maximum memory usage: 64 MB)";
/** V8's, where its allocator refuses more: crates/isolate/src/array_buffer_allocator.rs. */
const OUT_OF_BUFFERS = "Uncaught RangeError: Array buffer allocation failed";
const NEVER = "Returned promise will never resolve";

const ENDS = [
  ["loop", TIMED_OUT],
  ["microtasks", TIMED_OUT],
  ["nothing", NEVER],
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
] as const;

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const marks = (name: string) => http.query(api.runaway.marks, { name });
let lastName = 0;
const newName = () => `mark ${(lastName += 1)}`;

// environment/udf/mod.rs `run_inner`: the time, the heap, promises that nobody settles or catches.
// T53: docs/security.md
test.each(ENDS)("[F6] a query that runs away by %s ends with its reason", async (how, words) => {
  await expect(http.query(api.runaway.query, { how })).rejects.toThrow(words);
});

test.each(ENDS)(
  "[F6] a mutation that runs away by %s leaves nothing behind",
  async (how, words) => {
    await expect(http.mutation(api.runaway.mutation, { how })).rejects.toThrow(words);
    expect(await marks(how)).toBe(0);
  },
);

// environment/action/mod.rs, the same.
test.each([
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
])("[F6] an action that runs away by %s ends with its reason", async (how, words) => {
  await expect(http.action(api.runaway.action, { how })).rejects.toThrow(words);
});

// npm-packages/udf-runtime/src/02_timers.ts: a timer is a promise, so what its task throws is a rejection.
// T53: docs/security.md
test("[F6] what a timer throws fails the action that set it", async () => {
  await expect(http.action(api.runaway.timer, {})).rejects.toThrow("Uncaught Error: from a timer");
});

// timeout.rs: the countdown pauses for syscalls and goes on where it was.
test("[F6] time in many short turns is counted too", async () => {
  await expect(http.mutation(api.runaway.turns, {})).rejects.toThrow(TIMED_OUT);
});

// crates/application/src/application_function_runner/mod.rs: actions call queries as requests of their own.
test("[F6] whoever calls a function that runs away can go on", async () => {
  expect(await http.action(api.runaway.callsRunaway, { how: "loop" })).toContain(TIMED_OUT);
});

// Ours, since one process is all there is: upstream has many isolates and many processes.
// T53: docs/security.md
test("[F6] others are answered while a function runs away, and none of their work is lost or doubled", async () => {
  const name = newName();
  const state = { isOver: false, sent: 0, answeredMeanwhile: 0 };
  const loop = http.query(api.runaway.query, { how: "loop" }).catch(() => (state.isOver = true));
  while (!state.isOver) {
    await http.mutation(api.runaway.mark, { name });
    state.sent += 1;
    state.answeredMeanwhile += Number(!state.isOver);
  }
  expect(await loop).toBe(true);
  expect(state.answeredMeanwhile).toBeGreaterThan(0);
  expect(await marks(name)).toBe(state.sent);
});

test("[F6] those who shared its thread run again, once each", async () => {
  const name = newName();
  const all = await Promise.allSettled([
    ...Array.from({ length: 5 }, () => http.mutation(api.runaway.mark, { name })),
    http.query(api.runaway.query, { how: "loop" }),
    ...Array.from({ length: 20 }, () => http.mutation(api.runaway.mark, { name })),
    http.query(api.runaway.query, { how: "heap" }),
    ...Array.from({ length: 5 }, () => http.mutation(api.runaway.mark, { name })),
  ]);
  expect(all.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect(await marks(name)).toBe(30);
});

// T53: docs/security.md
test.each(["asking", "loop"])(
  "[F6] who is moved away from a thread, then goes on there (%s), does not hold up who comes to it later",
  async (how) => {
    const ask = (doing = "asking") => http.query(api.runaway.asks, { how: doing });
    for (let round = 0; round < 3; round += 1) {
      const asking = Array.from({ length: 14 }, () => ask());
      await Promise.allSettled([...asking, ask(how), http.query(api.runaway.long, {})]);
    }
    const later = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(new Set(later)).toEqual(new Set(["asked"]));
  },
);

test("[F6] an action that never ends holds nobody up, and the backend ends with it", async () => {
  const other = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  const client = new ConvexHttpClient(other.backend.url, { logger: false });
  const endless = client.action(api.runaway.action, { how: "loop" }).catch(() => "ended");
  const name = newName();
  for (let i = 0; i < 20; i += 1) await client.mutation(api.runaway.mark, { name });
  expect(await client.query(api.runaway.marks, { name })).toBe(20);
  await other.close();
  expect(await endless).toBe("ended");
});

// crates/application/src/scheduled_jobs/mod.rs `handle_mutation`; knobs.rs `ISOLATE_ANALYZE_USER_TIMEOUT` (the push).
// T53: docs/security.md
test("[F6] a scheduled function that runs away fails, and a restart and a push get past it", async () => {
  const parent = path.join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const copy = await mkdtemp(path.join(parent, "contract-runaway-"));
  await cp(RUNAWAY_APP_FOLDER, copy, { recursive: true });
  const other = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  const client = new ConvexHttpClient(other.backend.url, { logger: false });
  await client.mutation(api.runaway.later, { how: "loop" });
  await other.restart();
  const jobs = () => client.query(api.runaway.jobs, {});
  await eventually(async () => (await jobs()).every(({ kind }) => kind === "failed"));
  expect(await jobs()).toEqual([{ kind: "failed", error: TIMED_OUT }]);
  await client.mutation(api.runaway.later, { how: "loop" });
  const file = path.join(copy, "convex/runaway.ts");
  const source = await readFile(file, "utf8");
  await writeFile(file, source.replace("for (;;);", 'return "mended";'));
  await other.cliIn(copy, "deploy", "--codegen=disable", "--typecheck=disable");
  expect(await client.query(api.runaway.query, { how: "loop" })).toBe("mended");

  await writeFile(file, `${source}\nfor (;;);`);
  const push = other.cliIn(copy, "deploy", "--codegen=disable", "--typecheck=disable");
  await expect(push).rejects.toThrow("Function execution timed out (maximum duration: 4s)");
  expect(await client.query(api.runaway.query, { how: "loop" })).toBe("mended");
  await other.close();
  await rm(copy, { recursive: true });
});

// context_cache.rs: each request has a context of its own, unless its module asks for one that is kept.
// T54: docs/security.md
test.each(["prototype", "method", "web", "global", "replaced", "fixed", "constructor"])(
  "[F7] what one call does to the language or the global object it sees itself, and the next does not: %s",
  async (how) => {
    const spoil = [
      () => http.query(api.realm.spoilInQuery, { how }),
      () => http.mutation(api.realm.spoilInMutation, { how }),
      () => http.action(api.realm.spoilInAction, { how }),
    ];
    for (const call of [...spoil, ...spoil]) {
      expect(await call()).not.toBe(UNSPOILED);
      expect(await http.query(api.realm.look, {})).toBe(UNSPOILED);
      expect(await http.action(api.realm.lookInAction, {})).toBe(UNSPOILED);
    }
  },
);

const UNSPOILED = '[false,[2],"a:b","number","function"]';

test("[F7] nor do those see it that run meanwhile", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `caller ${index}`);
  const replace = (by: string) => http.mutation(api.realm.replaceWhileOthersRun, { by });
  expect(await Promise.all(names.map(replace))).toEqual(names);
});

test("[F7] functions see the real runtime's globals and nothing of Node's", async () => {
  // npm-packages/udf-runtime/src/setup.ts and what it calls; the language's own come with V8.
  const names = await http.query(api.realm.names, {});
  const theirs = names.filter((name) => !LANGUAGE.has(name));
  expect(theirs).toEqual(RUNTIME);
});

// Ours: upstream has an isolate for a wall.
// T54: docs/security.md
test("[A10] nothing that they are given leads out of the realm", async () => {
  const found = await http.action(api.realm.escape, {});
  expect(new Set(found)).toEqual(new Set(["undefinedundefinedtrue"]));
});

// error.rs `format_traceback`, over the source maps that the CLI has pushed.
test("[F8] an error names the place in the owner's own file", async () => {
  const source = await readFile(path.join(RUNAWAY_APP_FOLDER, "convex/realm.ts"), "utf8");
  const line = source.split("\n").findIndex((text) => text.includes("no place for")) + 1;
  await expect(http.query(api.realm.nowhere, { value: 1 })).rejects.toThrow(
    new RegExp(
      `Uncaught Error: no place for 1\n    at handler \\(../convex/realm.ts:${line}:\\d+\\)`,
    ),
  );
});

const LANGUAGE = new Set(
  `AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError
   Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl JSON Map Math NaN Number
   Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol
   SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet
   WebAssembly decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
   parseFloat parseInt undefined unescape`.split(/\s+/),
);
const RUNTIME =
  `AbortController AbortSignal AsyncLocalStorage AsyncResource Blob Convex Crypto CryptoKey DOMException
  Date Event EventTarget File FinalizationRegistry FormData Headers Performance PerformanceEntry
  PerformanceMark PerformanceMeasure ReadableStream ReadableStreamBYOBReader ReadableStreamDefaultReader
  Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
  URL URLSearchParams WeakRef WritableStream WritableStreamDefaultWriter atob btoa clearInterval
  clearTimeout console crypto fetch performance process self setInterval setTimeout structuredClone`.split(
    /\s+/,
  );
