/**
 * Where deployed code runs: the language with objects of its own, the globals that the real runtime has
 * (get-convex/convex-backend, npm-packages/udf-runtime/src) and nothing of Node's.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createContext, runInContext } from "node:vm";
import type { Context, Script } from "node:vm";
import { currentCall } from "./call.ts";
import type { RunningCall } from "./call.ts";
import { boundedFormData } from "./bounded-form-data.ts";
import { shapeGlobals } from "./globals-script.ts";
import type { RealmQuestions, RealmStore } from "./globals-script.ts";
import { Inventory } from "./globals-snapshot.ts";
import { Membrane } from "./membrane.ts";
import { SUBTLE_METHODS } from "./subtle-crypto.ts";
import { outgoingFetch } from "./public-fetch.ts";
import { makeRealmParts } from "./realm-script.ts";
import type { AnyFunction, RealmParts } from "./realm-script.ts";
import { appendUnread } from "./stored-blob.ts";
import { decodeUnthrowing } from "./strict-decoder.ts";

export interface RealmHost extends Omit<RealmQuestions, "newStore" | "scriptSyscall"> {
  scriptSyscall(operation: string, args: Record<string, unknown>): Promise<unknown>;
  /** Marks that from here on, until something else is marked, the call's code runs. */
  enter(call: RunningCall): void;
  /** A callback that no promise awaits has thrown. */
  fail(call: RunningCall, thrown: unknown): void;
}

/** Those of the web's interfaces that the real runtime has too. */
const WEB = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "Crypto",
  "CryptoKey",
  "DOMException",
  "Event",
  "EventTarget",
  "File",
  "FormData",
  "Headers",
  "ReadableStream",
  "ReadableStreamBYOBReader",
  "ReadableStreamDefaultReader",
  "Request",
  "Response",
  "SubtleCrypto",
  "TextDecoder",
  "TextDecoderStream",
  "TextEncoder",
  "TextEncoderStream",
  "TransformStream",
  "URL",
  "URLSearchParams",
  "WritableStream",
  "WritableStreamDefaultWriter",
  "crypto",
] as const;

const formDataOf = ({ prototype }: typeof Request | typeof Response) =>
  Reflect.get(prototype, "formData");

const append = Reflect.get(FormData.prototype, "append");
const decode = Reflect.get(TextDecoder.prototype, "decode");

const REPLACED = new Map<unknown, AnyFunction>([
  // Queries and mutations may run again, and must then return the same.
  [Reflect.get(Crypto.prototype, "getRandomValues"), randomValues as AnyFunction],
  [Reflect.get(Crypto.prototype, "randomUUID"), randomUUID],
  ...SUBTLE_METHODS,
  [append, appendUnread(append) as AnyFunction],
  [decode, decodeUnthrowing(decode) as AnyFunction],
  ...[formDataOf(Request), formDataOf(Response)].map(
    (ours) => [ours, boundedFormData(ours) as AnyFunction] as const,
  ),
]);

export class Realm {
  private readonly globals: Record<string, unknown> = {};
  private readonly context: Context;
  private readonly parts: RealmParts;
  private readonly membrane: Membrane;
  /** The unchanged properties of the global object, except for lazy ones that no code has read yet. */
  private readonly baseline = new Map<string | symbol, unknown>();
  private readonly inventory = new Inventory();
  private isSealed = false;
  private readonly unused = new Set<string | symbol>();

  constructor(variables: Readonly<Record<string, string>>, host: RealmHost) {
    this.context = createContext(this.globals);
    const language = runInContext(
      "Object.getOwnPropertyNames(globalThis)",
      this.context,
    ) as string[];
    this.parts = this.evaluated(makeRealmParts)(language);
    this.inventory.add(this.parts.intrinsics.values());
    this.membrane = new Membrane(this.parts, {
      watch: (made) => this.inventory.add(made),
      waitFor: countWork,
      inPlaceOf: (ours) => REPLACED.get(ours) ?? ours,
      enter(task) {
        const call = currentCall();
        if (call !== undefined) host.enter(call);
        return task();
      },
    });
    const { membrane } = this;
    const shape = this.evaluated<typeof shapeGlobals>(shapeGlobals);
    const questions: RealmQuestions = {
      ...host,
      newStore,
      scriptSyscall: (operation, args) =>
        membrane.toRealm(
          host.scriptSyscall(operation, membrane.toHost(args) as Record<string, unknown>),
        ),
    };
    const own = shape(
      questions,
      () => AsyncLocalStorage.snapshot(),
      (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    );
    const functions = { atob, btoa, structuredClone, ...limited(host, outgoingFetch(variables)) };
    const borrowed = Object.entries(functions).map(([name, ours]) => [
      name,
      membrane.mirrorFunction(ours as AnyFunction, name),
    ]);
    for (const name of language) {
      const value = this.parts.intrinsics.get(name);
      if (value !== undefined) this.define({ [name]: value }, false);
    }
    this.define({
      ...(Object.fromEntries(borrowed) as object),
      ...own,
      self: this.evaluated(() => globalThis)(),
    });
    for (const name of WEB) this.defineLater(name);
  }

  run(script: Script): unknown {
    return script.runInContext(this.context);
  }

  /** Freezes the built-ins of the language and the web, so that calls may share this realm. */
  seal(): void {
    this.isSealed = true;
    this.membrane.freeze();
    this.remember();
  }

  /** Takes the current globals as the baseline for each call: modules may add polyfills. */
  remember(): void {
    this.baseline.clear();
    for (const name of Reflect.ownKeys(this.globals)) {
      if (!this.unused.has(name)) this.baseline.set(name, this.globals[name as string]);
    }
    if (!this.isSealed) this.inventory.renew();
  }

  /** Whether the next call would find something else than this one has. */
  isTouched(): boolean {
    const { globals, baseline, unused } = this;
    if (Reflect.ownKeys(globals).length !== baseline.size + unused.size) return true;
    for (const [name, value] of baseline) {
      if (globals[name as string] !== value) return true;
    }
    return !this.isSealed && this.inventory.isChanged();
  }

  /** Removes what calls have left on the global object. False if that is not possible. */
  tidy(): boolean {
    const { globals, baseline, unused } = this;
    for (const name of Reflect.ownKeys(globals)) {
      if (!baseline.has(name) && !unused.has(name)) this.parts.deleteGlobal(name);
    }
    for (const [name, value] of baseline) {
      if (globals[name as string] !== value) this.parts.setGlobal(name, value);
    }
    for (const name of WEB) {
      if (!Object.hasOwn(globals, name)) this.defineLater(name);
    }
    return !this.isTouched();
  }

  /** Most functions use few of the web's interfaces, and a realm has to have each of them made. */
  private defineLater(name: (typeof WEB)[number]): void {
    const become = (value: unknown) => {
      this.unused.delete(name);
      this.define({ [name]: value });
    };
    this.unused.add(name);
    Object.defineProperty(this.globals, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = this.membrane.toRealm(globalThis[name]);
        this.baseline.set(name, value);
        become(value);
        return value;
      },
      set: become,
    });
  }

  /** A function of ours as one of the realm's. */
  own(ours: (...args: unknown[]) => unknown, name: string): AnyFunction {
    return this.membrane.mirrorFunction(ours, name);
  }

  toRealm(value: unknown): unknown {
    return this.membrane.toRealm(value);
  }

  toHost(value: unknown): unknown {
    return this.membrane.toHost(value);
  }

  private define(values: Record<string, unknown>, enumerable = true): void {
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(this.globals, name, {
        value,
        writable: true,
        configurable: true,
        enumerable,
      });
    }
  }

  /** The function as the realm's own: its text, evaluated there. */
  private evaluated<T extends (...args: never[]) => unknown>(task: T): T {
    return runInContext(`(${task.toString()})`, this.context) as T;
  }
}

/** A call that waits for one of our own promises does not count as stuck. */
function countWork(work: Promise<unknown>): void {
  const call = currentCall();
  if (call === undefined) return;
  call.waitingFor += 1;
  const done = () => {
    call.waitingFor -= 1;
  };
  work.then(done, done);
}

function newStore(): RealmStore {
  const store = new AsyncLocalStorage<object | undefined>();
  return {
    run: (box, task) => store.run(box, task),
    getStore: () => store.getStore(),
    enterWith: (box) => store.enterWith(box),
    disable: () => store.disable(),
  };
}

/** Functions that wait or use the network, which only actions may do. */
function limited(host: RealmHost, outgoing: typeof fetch) {
  let lastTimer = 0;
  const callOf = (what: string): RunningCall => {
    const call = currentCall();
    if (call === undefined) throw new Error(`Can't use ${what}() at import time`);
    if (!call.isDeterministic) return call;
    throw new Error(
      `Can't use ${what}() in queries and mutations. Please consider using an action. ` +
        "See https://docs.convex.dev/functions/actions for more details.",
    );
  };
  const timer =
    (what: "setTimeout" | "setInterval") =>
    (task: unknown, delayMs?: unknown, ...args: unknown[]): number => {
      const call = callOf(what);
      if (typeof task !== "function") throw new TypeError(`${what} needs a function`);
      lastTimer += 1;
      const id = lastTimer;
      const run = () => {
        if (what === "setTimeout") call.timers.delete(id);
        host.enter(call);
        try {
          (task as AnyFunction)(...args);
        } catch (error) {
          host.fail(call, error);
        }
      };
      call.timers.set(id, globalThis[what](run, Math.max(0, Number(delayMs) || 0)));
      return id;
    };
  const clear = (id: unknown): void => {
    const call = currentCall();
    clearTimeout(call?.timers.get(id as number));
    call?.timers.delete(id as number);
  };
  return {
    fetch: async (...args: Parameters<typeof fetch>) => {
      callOf("fetch");
      return await outgoing(...args);
    },
    setTimeout: timer("setTimeout"),
    setInterval: timer("setInterval"),
    clearTimeout: clear,
    clearInterval: clear,
  };
}

function randomValues<T extends ArrayBufferView>(view: T): T {
  const call = currentCall();
  if (call?.isDeterministic !== true) return crypto.getRandomValues(view as never);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(call.random() * 256);
  return view;
}

function randomUUID(): string {
  const bytes = randomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString("hex");
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join("-");
}
