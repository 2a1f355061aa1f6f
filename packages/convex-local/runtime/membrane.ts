/**
 * Gives a realm its own versions of Node's web interfaces: each class of the host has a mirror class in the realm that
 * forwards to it. The realm never holds an object of the host, and the objects that it creates have its own prototypes.
 */
import { types } from "node:util";
import { makeRealmParts } from "./realm-script.ts";
import type { AnyFunction, RealmParts } from "./realm-script.ts";

const WELL_KNOWN = new Set<string | symbol>([
  Symbol.iterator,
  Symbol.asyncIterator,
  Symbol.toPrimitive,
  Symbol.toStringTag,
]);

const NONE = new Set<string | symbol>();

export interface MembraneHooks {
  /** Something of ours is under way for the realm, until it settles. */
  waitFor(work: Promise<unknown>): void;
  /** Replaces one of the host's functions in the realm. */
  inPlaceOf(ours: AnyFunction): AnyFunction;
  /** What the realm was given, until it is frozen. */
  watch(made: readonly object[]): void;
  /** Around each call back into the realm. */
  enter<T>(task: () => T): T;
}

export class Membrane {
  /** From ours to the realm's, and back. */
  private readonly mirrors = new WeakMap<object, object>();
  private readonly originals = new WeakMap<object, object>();
  /** The language's own objects, ours to the realm's. */
  private readonly counterparts = new Map<object, object>();
  /** Classes, prototypes and functions that are neither frozen nor watched yet. */
  private made: object[] = [];
  private isFrozen = false;
  private readonly parts: RealmParts;
  private readonly hooks: MembraneHooks;

  constructor(parts: RealmParts, hooks: MembraneHooks) {
    this.parts = parts;
    this.hooks = hooks;
    const ours = makeRealmParts([...parts.intrinsics.keys()]).intrinsics;
    for (const [name, theirs] of parts.intrinsics) {
      const counterpart = ours.get(name);
      if (counterpart !== undefined) this.counterparts.set(counterpart, theirs);
    }
  }

  /** All classes and functions created so far, and each one created later. */
  freeze(): void {
    this.isFrozen = true;
    this.parts.freezeLanguage();
    this.closeMade();
  }

  toRealm(value: unknown): unknown {
    const theirs = this.mirrored(value);
    if (this.made.length > 0) this.closeMade();
    return theirs;
  }

  private closeMade(): void {
    if (this.isFrozen) this.parts.freeze(this.made);
    else this.hooks.watch(this.made);
    this.made = [];
  }

  private mirrored(value: unknown): unknown {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
    const known = this.mirrors.get(value);
    if (known !== undefined) return known;
    if (typeof value === "function") {
      const theirs = this.counterparts.get(value);
      if (theirs !== undefined) return theirs;
      if (!(value instanceof Function)) return value;
      const ours = value as AnyFunction;
      return isClass(ours) ? this.mirrorClass(ours) : this.mirrorFunction(ours);
    }
    if (value instanceof Promise) return this.mirrorPromise(value);
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === null) return value;
    const theirs = this.counterparts.get(prototype);
    if (theirs !== undefined) return this.adopt(value, theirs);
    if (!(value instanceof Object)) return value;
    return this.mirrorInstance(value, prototype);
  }

  toHost(value: unknown): unknown {
    if ((typeof value !== "object" && typeof value !== "function") || value === null) return value;
    const original = this.originals.get(value);
    if (original !== undefined) return original;
    if (typeof value === "function") return this.callableFromHost(value as AnyFunction);
    return this.isBundle(value) ? this.unwrapped(value) : value;
  }

  /** Whether a plain thing brings something that our side has to see in its own form. */
  private isBundle(theirs: object): boolean {
    const prototype = Object.getPrototypeOf(theirs) as object | null;
    const isPlain =
      Array.isArray(theirs) ||
      prototype === null ||
      prototype === this.parts.intrinsics.get("Object.prototype");
    return (
      isPlain &&
      Object.values(theirs).some(
        (held: unknown) =>
          typeof held === "function" ||
          (typeof held === "object" && held !== null && this.originals.has(held)),
      )
    );
  }

  /** A function of ours, for the realm to call. */
  mirrorFunction(ours: AnyFunction, name = ours.name): AnyFunction {
    const called = this.hooks.inPlaceOf(ours);
    const mirror = this.parts.method(name, ours.length, (self, args) =>
      this.guarded(() => Reflect.apply(called, this.receiver(self), this.argumentsOf(args))),
    );
    this.link(ours, mirror);
    return mirror;
  }

  private mirrorClass(ours: AnyFunction): AnyFunction {
    const prototype = this.mirrorPrototype(ours.prototype as object);
    const known = this.mirrors.get(ours);
    if (known !== undefined) return known as AnyFunction;
    const mirror = this.parts.class(ours.name, ours.length, prototype, (self, args) => {
      const instance = this.guarded(
        () => Reflect.construct(ours, this.argumentsOf(args)) as object,
        false,
      ) as object;
      this.mirrors.set(instance, self);
      this.originals.set(self, instance);
    });
    this.link(ours, mirror);
    const parent = Object.getPrototypeOf(ours) as AnyFunction;
    if (typeof parent.prototype === "object") {
      Object.setPrototypeOf(mirror, this.mirrored(parent) as object);
    }
    this.copyProperties(ours, mirror, new Set(["length", "name", "prototype"]));
    return mirror;
  }

  private mirrorPrototype(ours: object): object {
    const known = this.counterparts.get(ours) ?? this.mirrors.get(ours);
    if (known !== undefined) return known;
    const above = Object.getPrototypeOf(ours) as object | null;
    const mirror = this.parts.object(above === null ? null : this.mirrorPrototype(above));
    this.link(ours, mirror);
    const { constructor } = ours as { constructor?: unknown };
    // Iterators and similar objects have a prototype and no named class.
    if (typeof constructor === "function" && constructor.prototype === ours) {
      this.mirrorClass(constructor as AnyFunction);
    }
    this.copyProperties(ours, mirror, new Set(["constructor"]));
    return mirror;
  }

  private copyProperties(ours: object, mirror: object, except: ReadonlySet<string | symbol>): void {
    for (const key of Reflect.ownKeys(ours)) {
      if (except.has(key) || (typeof key === "symbol" && !WELL_KNOWN.has(key))) continue;
      const property = Object.getOwnPropertyDescriptor(ours, key) ?? {};
      Object.defineProperty(mirror, key, this.mirrorProperty(property, key));
    }
  }

  private mirrorProperty(property: PropertyDescriptor, key: string | symbol): PropertyDescriptor {
    if ("value" in property) {
      const value: unknown = property.value;
      if (typeof value !== "function") return property;
      return { ...property, value: this.member(value as AnyFunction) };
    }
    const name = typeof key === "string" ? key : `[${key.description ?? ""}]`;
    const accessor = (what: "get" | "set") => {
      const ours = property[what] as AnyFunction | undefined;
      return ours && this.mirrorFunction(ours, `${what} ${name}`);
    };
    const { enumerable = false } = property;
    return { enumerable, configurable: true, get: accessor("get"), set: accessor("set") };
  }

  private member(ours: AnyFunction): AnyFunction {
    return (this.mirrors.get(ours) as AnyFunction | undefined) ?? this.mirrorFunction(ours);
  }

  private mirrorInstance(ours: object, prototype: object): object {
    const mirror = this.parts.object(this.mirrorPrototype(prototype));
    this.mirrors.set(ours, mirror);
    this.originals.set(mirror, ours);
    // Some iterators have their methods themselves.
    this.copyProperties(ours, mirror, NONE);
    // A DOMException's stack is its own.
    if (types.isNativeError(ours)) {
      Object.defineProperty(mirror, "stack", { value: ours.stack, configurable: true });
    }
    return mirror;
  }

  private mirrorPromise(ours: Promise<unknown>): object {
    this.hooks.waitFor(ours);
    const mirror = this.parts.promise((resolve, reject) => {
      ours.then(
        (value) => this.hooks.enter(() => resolve(this.toRealm(value))),
        (error: unknown) => this.hooks.enter(() => reject(this.toRealm(error))),
      );
    });
    this.mirrors.set(ours, mirror);
    this.originals.set(mirror, ours);
    return mirror;
  }

  /** Plain objects are moved between realms by replacing their prototype. */
  private adopt(value: object, prototype: object): object {
    Object.setPrototypeOf(value, prototype);
    if (ArrayBuffer.isView(value)) {
      this.toRealm(value.buffer);
    } else if (types.isMap(value)) {
      for (const [key, held] of value) value.set(this.toRealm(key), this.toRealm(held));
    } else if (types.isSet(value)) {
      for (const held of value) this.toRealm(held);
    } else if (!types.isAnyArrayBuffer(value)) {
      for (const key of Reflect.ownKeys(value)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        if (property?.writable !== true) continue;
        (value as Record<string | symbol, unknown>)[key] = this.toRealm(property.value);
      }
    }
    return value;
  }

  private callableFromHost(theirs: AnyFunction): AnyFunction {
    const call = (self: unknown, args: unknown[]) =>
      this.hooks.enter(() => {
        const given = args.map((arg) => this.toRealm(arg));
        return this.toHost(Reflect.apply(theirs, this.toRealm(self), given));
      });
    const ours = function (this: unknown, ...args: unknown[]) {
      return call(this, args);
    };
    this.mirrors.set(ours, theirs);
    this.originals.set(theirs, ours);
    return ours;
  }

  private unwrapped(theirs: object): object {
    if (Array.isArray(theirs)) return theirs.map((held) => this.toHost(held));
    const held = Object.entries(theirs).map(([key, value]) => [
      key,
      // A stream's source and similar objects are called as methods.
      typeof value === "function"
        ? this.toHost((value as AnyFunction).bind(theirs))
        : this.toHost(value),
    ]);
    return Object.fromEntries(held) as object;
  }

  private receiver(self: unknown): unknown {
    return typeof self === "object" && self !== null ? (this.originals.get(self) ?? self) : self;
  }

  private argumentsOf(args: readonly unknown[]): unknown[] {
    return Array.from(args, (arg) => this.toHost(arg));
  }

  private guarded(task: () => unknown, isMirrored = true): unknown {
    let value: unknown;
    try {
      value = task();
    } catch (error) {
      throw this.toRealm(error);
    }
    return isMirrored ? this.toRealm(value) : value;
  }

  private link(ours: object, mirror: object): void {
    this.mirrors.set(ours, mirror);
    this.originals.set(mirror, ours);
    this.made.push(mirror);
  }
}

function isClass(value: AnyFunction): boolean {
  const { prototype } = value as { prototype?: unknown };
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getOwnPropertyDescriptor(value, "prototype")?.writable === false
  );
}
