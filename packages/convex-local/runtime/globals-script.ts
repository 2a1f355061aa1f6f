/**
 * The globals that the realm creates itself: time, randomness, the console and what keeps a context across an
 * `await`. As in get-convex/convex-backend, npm-packages/udf-runtime/src/setup.ts. The text of this function is
 * evaluated in the realm, so it may not use anything outside of it.
 */

/** The realm's requests to the host. Only plain values are passed. */
export interface RealmQuestions {
  now(): number;
  random(): number;
  /** Milliseconds since the call began, and when that was. */
  elapsed(): number;
  timeOrigin(): number;
  /** Something that belongs to the running call alone, made on first use. */
  ofCall<T>(name: string, make: () => T): T;
  log(level: string, values: unknown[]): void;
  startTimer(label: string): void;
  readTimer(label: string, isLast: boolean, values: unknown[]): void;
  syscall(operation: string, args: string): { text: string } | { message: string };
  asyncSyscall(
    operation: string,
    args: string,
    resolve: (answer: string) => void,
    /** With the data of a ConvexError, in JSON. */
    reject: (message: string, data?: string) => void,
  ): void;
  scriptSyscall(operation: string, args: object): unknown;
  newStore(): RealmStore;
}

/** The host's AsyncLocalStorage, whose values the realm wraps in its own objects. */
export interface RealmStore {
  run<T>(box: object | undefined, task: () => T): T;
  getStore(): object | undefined;
  enterWith(box: object | undefined): void;
  disable(): void;
}

export function shapeGlobals(
  ask: RealmQuestions,
  snapshot: () => <T>(task: () => T) => T,
  variable: (name: string) => string | undefined,
): Record<string, unknown> {
  "use strict";

  const RealDate = Date;
  const ShapedDate = function (this: unknown, ...args: unknown[]) {
    const made: unknown = new.target;
    if (typeof made !== "function") return new RealDate(ask.now()).toString();
    return Reflect.construct(RealDate, args.length === 0 ? [ask.now()] : args, made) as object;
  } as unknown as Record<string, unknown>;
  Object.defineProperties(ShapedDate, {
    name: { value: "Date", configurable: true },
    length: { value: 7, configurable: true },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: () => ask.now(), writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
  });
  Object.defineProperty(RealDate.prototype, "constructor", { value: ShapedDate });
  Object.defineProperty(Math, "random", { value: () => ask.random() });
  Object.defineProperty(Atomics, "wait", {
    value: () => {
      throw new TypeError("Atomics.wait cannot be called in this context");
    },
  });

  const requireWeaklyHeld = (what: string, value: unknown) => {
    if (typeof value === "object" || typeof value === "function" || typeof value === "symbol")
      return;
    throw new TypeError(`${what} must be an object`);
  };

  // When something is collected is chance, which a function that may run again must not see.
  class WeakRef {
    readonly #target: unknown;
    constructor(target: unknown) {
      requireWeaklyHeld("target", target);
      this.#target = target;
    }
    deref() {
      return this.#target;
    }
    readonly [Symbol.toStringTag] = "WeakRef";
  }

  class FinalizationRegistry {
    constructor(callback: unknown) {
      if (typeof callback !== "function") throw new TypeError("cleanup must be callable");
    }
    register(target: unknown, held?: unknown) {
      requireWeaklyHeld("target", target);
      if (target === held) throw new TypeError("target and holdings must not be same");
    }
    unregister(token: unknown) {
      requireWeaklyHeld("unregisterToken", token);
    }
    readonly [Symbol.toStringTag] = "FinalizationRegistry";
  }

  class AsyncLocalStorage {
    readonly #store = ask.newStore();
    static bind(task: (...args: unknown[]) => unknown) {
      const inside = snapshot();
      return (...args: unknown[]) => inside(() => task(...args));
    }
    static snapshot() {
      const inside = snapshot();
      return (task: (...args: unknown[]) => unknown, ...args: unknown[]) =>
        inside(() => task(...args));
    }
    run(value: unknown, task: (...args: unknown[]) => unknown, ...args: unknown[]) {
      return this.#store.run({ value }, () => task(...args));
    }
    exit(task: (...args: unknown[]) => unknown, ...args: unknown[]) {
      return this.#store.run(undefined, () => task(...args));
    }
    enterWith(value: unknown) {
      this.#store.enterWith({ value });
    }
    disable() {
      this.#store.disable();
    }
    getStore() {
      return (this.#store.getStore() as { value: unknown } | undefined)?.value;
    }
  }

  class AsyncResource {
    readonly type: string;
    readonly #inside = snapshot();
    constructor(type: unknown) {
      if (typeof type !== "string") throw new TypeError("type must be a string");
      this.type = type;
    }
    static bind(task: (...args: unknown[]) => unknown, type?: string, self?: unknown) {
      return new AsyncResource(type ?? (task.name || "bound-anonymous-fn")).bind(task, self);
    }
    runInAsyncScope(task: (...args: unknown[]) => unknown, self?: unknown, ...args: unknown[]) {
      return this.#inside(() => Reflect.apply(task, self, args));
    }
    bind(task: (...args: unknown[]) => unknown, self?: unknown) {
      return (...args: unknown[]) => this.runInAsyncScope(task, self, ...args);
    }
  }

  class PerformanceEntry {
    readonly name: string;
    readonly entryType: string;
    readonly startTime: number;
    readonly duration: number;
    readonly detail: unknown;
    constructor(
      name: string,
      entryType: string,
      startTime: number,
      duration: number,
      detail: unknown,
    ) {
      this.name = name;
      this.entryType = entryType;
      this.startTime = startTime;
      this.duration = duration;
      this.detail = detail ?? null;
    }
    toJSON() {
      const { name, entryType, startTime, duration, detail } = this;
      return { name, entryType, startTime, duration, detail };
    }
  }

  class PerformanceMark extends PerformanceEntry {
    constructor(name: unknown, options: { startTime?: number; detail?: unknown } = {}) {
      const startTime = options.startTime ?? ask.elapsed();
      if (startTime < 0) throw new TypeError("Cannot be negative: startTime");
      super(String(name), "mark", startTime, 0, options.detail);
    }
  }

  class PerformanceMeasure extends PerformanceEntry {}

  interface MeasureOptions {
    start?: string | number;
    end?: string | number;
    duration?: number;
    detail?: unknown;
  }

  class Performance {
    now() {
      return ask.elapsed();
    }
    get timeOrigin() {
      return ask.timeOrigin();
    }
    toJSON() {
      return { timeOrigin: this.timeOrigin };
    }
    mark(name: unknown, options?: { startTime?: number; detail?: unknown }) {
      const mark = new PerformanceMark(name, options);
      this.#entries().push(mark);
      return mark;
    }
    measure(name: unknown, from: string | MeasureOptions = {}, until?: string) {
      const options = typeof from === "string" ? { start: from } : from;
      const { start, end = until, duration, detail } = options;
      const endTime =
        end !== undefined
          ? this.#at(end)
          : start !== undefined && duration !== undefined
            ? this.#at(start) + duration
            : ask.elapsed();
      const startTime =
        start !== undefined ? this.#at(start) : duration === undefined ? 0 : endTime - duration;
      const measure = new PerformanceMeasure(
        String(name),
        "measure",
        startTime,
        endTime - startTime,
        detail,
      );
      this.#entries().push(measure);
      return measure;
    }
    getEntries() {
      return this.#entries().toSorted((a, b) => a.startTime - b.startTime);
    }
    getEntriesByName(name: string, type?: string) {
      return this.getEntries().filter(
        (entry) => entry.name === name && (type === undefined || entry.entryType === type),
      );
    }
    getEntriesByType(type: string) {
      return this.getEntries().filter((entry) => entry.entryType === type);
    }
    clearMarks(name?: string) {
      this.#clear("mark", name);
    }
    clearMeasures(name?: string) {
      this.#clear("measure", name);
    }
    #clear(type: string, name: string | undefined) {
      const entries = this.#entries();
      const kept = entries.filter(
        (entry) => entry.entryType !== type || (name !== undefined && entry.name !== name),
      );
      entries.splice(0, entries.length, ...kept);
    }
    #at(mark: string | number): number {
      if (typeof mark === "number") return mark;
      const found = this.#entries().findLast((entry) => entry.name === mark);
      if (found === undefined) throw new SyntaxError(`Cannot find mark: "${mark}".`);
      return found.startTime;
    }
    #entries() {
      return ask.ofCall<PerformanceEntry[]>("performance", () => []);
    }
  }

  const label = (value: unknown) =>
    // oxlint-disable-next-line typescript/no-base-to-string -- as the console of any platform
    value === undefined ? "default" : String(value);
  const logAt =
    (level: string) =>
    (...values: unknown[]) =>
      ask.log(level, values);
  const console = Object.assign(Object.create({}) as object, {
    debug: logAt("DEBUG"),
    error: logAt("ERROR"),
    info: logAt("INFO"),
    log: logAt("LOG"),
    warn: logAt("WARN"),
    trace: (...values: unknown[]) => ask.log("LOG", [...values, new Error().stack]),
    time: (name?: unknown) => ask.startTimer(label(name)),
    timeLog: (name?: unknown, ...values: unknown[]) => ask.readTimer(label(name), false, values),
    timeEnd: (name?: unknown) => ask.readTimer(label(name), true, []),
  });
  Object.defineProperty(console, Symbol.toStringTag, { value: "console", configurable: true });

  const env = new Proxy(
    {},
    {
      get: (target, name) =>
        typeof name === "string" ? variable(name) : (Reflect.get(target, name) as unknown),
    },
  );

  const Convex = {
    syscall(operation: string, args: string) {
      const answer = ask.syscall(operation, args);
      if ("message" in answer) throw new Error(answer.message);
      return answer.text;
    },
    asyncSyscall: (operation: string, args: string) =>
      new Promise<string>((resolve, reject) => {
        ask.asyncSyscall(operation, args, resolve, (message, data) => {
          const error = new Error(message);
          reject(
            data === undefined
              ? error
              : Object.assign(error, { data: JSON.parse(data) as unknown }),
          );
        });
      }),
    jsSyscall: (operation: string, args: object) => ask.scriptSyscall(operation, args),
  };

  return {
    Convex,
    Date: ShapedDate,
    WeakRef,
    FinalizationRegistry,
    AsyncLocalStorage,
    AsyncResource,
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    performance: new Performance(),
    console,
    process: { env },
  };
}
