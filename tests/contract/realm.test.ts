/**
 * Each function runs in a realm of its own: what it does to the language, no other function sees, and nothing leads
 * out. get-convex/convex-backend, crates/isolate/src/environment and npm-packages/udf-runtime.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNAWAY_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";
import type * as node from "./runaway-app/convex/node";
import type * as realm from "./runaway-app/convex/realm";

const api = anyApi as unknown as ApiFromModules<{ realm: typeof realm; node: typeof node }>;

const SOLD_OUT = 'Uncaught SoldOut: {"message":"sold out","left":"0n"}';

let deployment: LocalDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startLocalDeployment(RUNAWAY_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

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

test.each(["setTimeout", "setImmediate", "timers/promises", "fs/promises"])(
  '[R1] an action of a "use node" module that ends on %s returns, and so does one that fails there',
  async (what) => {
    expect(await http.action(api.node.endAfter, { what, fails: false })).toBe(what);
    await expect(http.action(api.node.endAfter, { what, fails: true })).rejects.toThrow(
      `${what} failed`,
    );
  },
);

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

// error.rs `extract_source_mapped_error`, crates/common/src/errors.rs; upstream's js-integration-tests say the same.
test("[F8] the text of a ConvexError has its class, its message and its place", async () => {
  const { throwText, throwSubclass, throwBelow } = api.realm;
  const inner = `${SOLD_OUT}\n    at <anonymous> (PLACE)\n`;
  expect(await textOf(http.query(throwText, {}))).toBe(
    "Uncaught ConvexError: out of stock\n    at <anonymous> (PLACE)\n",
  );
  expect(await textOf(http.query(throwSubclass, {}))).toBe(inner);
  expect(await textOf(http.action(throwBelow, {}))).toBe(
    `Uncaught ConvexError: ${inner}\n    at async <anonymous> (PLACE)\n`,
  );
});

/** What a call failed with, without the line that names the request. */
async function textOf(call: Promise<unknown>): Promise<string> {
  const message = await call.then(
    () => "It did not fail",
    (error: unknown) => (error as Error).message,
  );
  const [, ...lines] = message.replaceAll(/\.\.\/convex\/realm\.ts:\d+:\d+/g, "PLACE").split("\n");
  return lines.join("\n");
}

const RUNTIME =
  `AbortController AbortSignal AsyncLocalStorage AsyncResource Blob Convex Crypto CryptoKey DOMException
  Date Event EventTarget File FinalizationRegistry FormData Headers Performance PerformanceEntry
  PerformanceMark PerformanceMeasure ReadableStream ReadableStreamBYOBReader ReadableStreamDefaultReader
  Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
  URL URLSearchParams WeakRef WritableStream WritableStreamDefaultWriter atob btoa clearInterval
  clearTimeout console crypto fetch performance process self setInterval setTimeout structuredClone`.split(
    /\s+/,
  );
/** The globals of this Node's V8, which gains some with each version, without those that the runtime replaces. */
const LANGUAGE = new Set(
  (runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]).filter(
    (name) => !RUNTIME.includes(name),
  ),
);
