/**
 * Creates what only code inside a realm can create: functions, promises, errors and prototypes of that realm.
 * The text of this function is evaluated there, so it may not use anything outside of it.
 */

/** What the realm gives to the host. Everything in it belongs to the realm. */
export interface RealmParts {
  /** A function of the realm that calls `call`. Like a method, it is not a constructor. */
  method(name: string, length: number, call: RealmCall): AnyFunction;
  /** A class of the realm whose instances are backed by `construct`. */
  class(name: string, length: number, prototype: object, construct: RealmConstruct): AnyFunction;
  promise(start: (resolve: AnyFunction, reject: AnyFunction) => void): Promise<unknown>;
  object(prototype: object | null): object;
  setGlobal(name: string | symbol, value: unknown): void;
  deleteGlobal(name: string | symbol): void;
  /** The built-ins of the language, by names such as `Array.prototype`. */
  intrinsics: ReadonlyMap<string, object>;
  /** Makes the language's own objects unchangeable, from one call to the next. */
  freezeLanguage(): void;
  freeze(made: readonly object[]): void;
}

export type AnyFunction = (...args: unknown[]) => unknown;
export type RealmCall = (self: unknown, args: unknown[]) => unknown;
export type RealmConstruct = (self: object, args: unknown[]) => void;

export function makeRealmParts(names: readonly string[]): RealmParts {
  "use strict";

  const method: RealmParts["method"] = (name, length, call) => {
    // A method, because methods are not constructors.
    const holder = {
      made(this: unknown, ...args: unknown[]) {
        return call(this, args);
      },
    };
    const made = Reflect.get(holder, "made");
    Object.defineProperty(made, "name", { value: name, configurable: true });
    Object.defineProperty(made, "length", { value: length, configurable: true });
    return made;
  };

  const classOf: RealmParts["class"] = (name, length, prototype, construct) => {
    const made = function (this: unknown, ...args: unknown[]) {
      const newTarget: unknown = new.target;
      if (typeof newTarget !== "function") {
        throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
      }
      const self = Object.create(newTarget.prototype as object) as object;
      construct(self, args);
      return self;
    } as unknown as AnyFunction;
    Object.defineProperty(made, "name", { value: name, configurable: true });
    Object.defineProperty(made, "length", { value: length, configurable: true });
    Object.defineProperty(made, "prototype", { value: prototype, writable: false });
    Object.defineProperty(prototype, "constructor", {
      value: made,
      writable: true,
      configurable: true,
    });
    return made;
  };

  const iterator = Object.getPrototypeOf(
    Object.getPrototypeOf([][Symbol.iterator]()) as object,
  ) as object;
  const asyncGenerator = Object.getPrototypeOf(async function* () {
    /* Only its prototype is wanted. */
  }) as { prototype: object };
  const typedArray = Object.getPrototypeOf(Uint8Array) as { prototype: object };
  const intrinsics = new Map<string, object>([
    ["IteratorPrototype", iterator],
    ["AsyncIteratorPrototype", Object.getPrototypeOf(asyncGenerator.prototype) as object],
    ["AsyncGeneratorFunction.prototype", asyncGenerator],
    ["TypedArray", typedArray],
    ["TypedArray.prototype", typedArray.prototype],
    ["ArrayIteratorPrototype", Object.getPrototypeOf([][Symbol.iterator]()) as object],
    ["MapIteratorPrototype", Object.getPrototypeOf(new Map().entries()) as object],
    ["SetIteratorPrototype", Object.getPrototypeOf(new Set().values()) as object],
    ["StringIteratorPrototype", Object.getPrototypeOf(""[Symbol.iterator]()) as object],
    ["AsyncFunction.prototype", Object.getPrototypeOf(async () => undefined) as object],
    [
      "GeneratorFunction.prototype",
      Object.getPrototypeOf(function* () {
        /* Only its prototype is wanted. */
      }) as object,
    ],
  ]);
  for (const name of names) {
    const value = (globalThis as Record<string, unknown>)[name];
    if (typeof value !== "function" && (typeof value !== "object" || value === null)) continue;
    if (value === globalThis || name === "console") continue;
    intrinsics.set(name, value);
    const { prototype } = value as { prototype?: unknown };
    if (typeof prototype === "object" && prototype !== null) {
      intrinsics.set(`${name}.prototype`, prototype);
    }
  }

  /** Frozen, a property of a prototype could not be set on what inherits it, as ordinary code does. */
  const letHeirsOverride = (owner: object) => {
    for (const key of Reflect.ownKeys(owner)) {
      const property = Object.getOwnPropertyDescriptor(owner, key);
      if (property?.writable !== true || property.configurable !== true) continue;
      // Inspectors read the class of an object there.
      if (key === "constructor" && owner === Object.prototype) continue;
      const value: unknown = property.value;
      Object.defineProperty(owner, key, {
        get: () => value,
        set(this: unknown, own: unknown) {
          if (this === owner)
            throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
          Object.defineProperty(this as object, key, {
            value: own,
            writable: true,
            enumerable: true,
            configurable: true,
          });
        },
        configurable: false,
      });
    }
  };

  const frozen = new Set<object>();
  const freezeAll = (value: unknown) => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return;
    if (frozen.has(value) || value === globalThis) return;
    frozen.add(value);
    Object.freeze(value);
    // Most of them are methods, with a name and a length and nothing to go on to.
    if (typeof value === "function" && !Object.hasOwn(value, "prototype")) return;
    freezeAll(Object.getPrototypeOf(value));
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      for (const what of ["value", "get", "set"] as const) freezeAll(property?.[what]);
    }
  };

  return {
    method,
    class: classOf,
    promise: (start) => new Promise(start),
    object: (prototype) => Object.setPrototypeOf({}, prototype) as object,
    setGlobal(name, value) {
      Reflect.set(globalThis, name, value);
    },
    deleteGlobal(name) {
      Reflect.deleteProperty(globalThis, name);
    },
    intrinsics,
    freezeLanguage() {
      for (const [name, value] of intrinsics) {
        const isOpen = name === "Object.prototype" || name === "Function.prototype";
        if (isOpen || name.endsWith("Error.prototype")) letHeirsOverride(value);
      }
      for (const value of intrinsics.values()) freezeAll(value);
    },
    freeze(made) {
      for (const value of made) freezeAll(value);
    },
  };
}
