/**
 * Each function runs in its own realm: no other function sees what it changes in the language, and nothing leads out of
 * the realm. get-convex/convex-backend, crates/isolate/src/environment and npm-packages/udf-runtime.
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

// context_cache.rs: each request has its own context, unless its module asks for a shared one.
// T54: docs/security.md
test.each(["prototype", "method", "web", "global", "replaced", "fixed", "constructor"])(
  "[F7] a call sees its own changes to the language and the global object, and the next call does not: %s",
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
  '[R1] an action of a "use node" module that ends with %s returns, and so does one that fails there',
  async (what) => {
    expect(await http.action(api.node.endAfter, { what, fails: false })).toBe(what);
    await expect(http.action(api.node.endAfter, { what, fails: true })).rejects.toThrow(
      `${what} failed`,
    );
  },
);

test("[F7] concurrent calls do not see them either", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `caller ${index}`);
  const replace = (by: string) => http.mutation(api.realm.replaceWhileOthersRun, { by });
  expect(await Promise.all(names.map(replace))).toEqual(names);
});

test("[F7] functions have the real runtime's globals and none of Node's", async () => {
  // npm-packages/udf-runtime/src/setup.ts and what it calls; the language's own globals come from V8.
  const names = await http.query(api.realm.names, {});
  const theirs = names.filter((name) => !LANGUAGE.has(name));
  expect(theirs).toEqual(RUNTIME);
});

// A rule of the local backend: upstream isolates by V8 isolates.
// T54: docs/security.md
test("[A10] no object that functions receive leads out of the realm", async () => {
  const found = await http.action(api.realm.escape, {});
  expect(new Set(found)).toEqual(new Set(["undefinedundefinedtrue"]));
});

// error.rs `format_traceback`, with the source maps that the CLI has pushed.
test("[F8] an error names the position in the owner's own file", async () => {
  const source = await readFile(path.join(RUNAWAY_APP_FOLDER, "convex/realm.ts"), "utf8");
  const line = source.split("\n").findIndex((text) => text.includes("no place for")) + 1;
  await expect(http.query(api.realm.nowhere, { value: 1 })).rejects.toThrow(
    new RegExp(
      `Uncaught Error: no place for 1\n    at handler \\(../convex/realm.ts:${line}:\\d+\\)`,
    ),
  );
});

// error.rs `extract_source_mapped_error`, crates/common/src/errors.rs; upstream's js-integration-tests say the same.
test("[F8] the message of a ConvexError has its class, its text and its position", async () => {
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

/** The error of a call, without the line that names the request. */
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
/** The globals of this Node's V8, which grow with each version, without those that the runtime replaces. */
const LANGUAGE = new Set(
  (runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]).filter(
    (name) => !RUNTIME.includes(name),
  ),
);
