/** What one call leaves for the next. */
import { actionGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

type Open = Record<string, unknown>;

export const spoil = queryGeneric({
  args: {},
  handler: () => {
    const refused: string[] = [];
    const attempt = (name: string, change: () => void) => {
      try {
        change();
      } catch {
        refused.push(name);
      }
    };
    attempt("Object.prototype", () => ((Object.prototype as unknown as Open).spoiled = true));
    attempt("Array.prototype.map", () => ((Array.prototype as unknown as Open).map = () => []));
    attempt("Promise.prototype.then", () => ((Promise.prototype as unknown as Open).then = null));
    attempt("JSON.stringify", () => ((JSON as unknown as Open).stringify = () => "{}"));
    attempt("URL.prototype", () => ((URL.prototype as unknown as Open).spoiled = true));
    (globalThis as unknown as Open).spoiled = true;
    (globalThis as unknown as Open).Date = null;
    (globalThis as unknown as Open).fetch = null;
    return refused;
  },
});

export const look = queryGeneric({
  args: {},
  handler: () => ({
    spoiled: "spoiled" in {} || "spoiled" in globalThis,
    map: [1].map((n) => n + 1),
    date: typeof Date.now(),
    fetch: typeof fetch,
  }),
});

export const names = queryGeneric({
  args: {},
  handler: () => Object.getOwnPropertyNames(globalThis).sort(),
});

/** Tries to reach what stands around the realm. */
export const escape = actionGeneric({
  args: {},
  handler: async () => {
    const response = await fetch("data:text/plain,x");
    const things: unknown[] = [
      URL,
      new URL("http://a.example"),
      fetch,
      setTimeout,
      console.log,
      response,
      response.headers,
      response.body,
      crypto.subtle,
      Date,
      performance,
      new AbortController().signal,
      await crypto.subtle.digest("SHA-256", new Uint8Array(1)),
      structuredClone(new Map([[1, {}]])),
      (() => {
        try {
          new URL("nonsense");
        } catch (error) {
          return error;
        }
      })(),
    ];
    return things.map((thing) => {
      const make = (thing as { constructor: { constructor: (code: string) => () => string } })
        .constructor.constructor;
      return make("return typeof process.exit + typeof require + (this === globalThis)")();
    });
  },
});

export const nowhere = queryGeneric({
  args: { value: v.number() },
  handler: (_, { value }) => {
    throw new Error(`no place for ${value}`);
  },
});

export const timed = actionGeneric({
  args: {},
  handler: () => {
    console.time();
    console.time();
    console.timeLog("default", { a: 1 });
    console.timeEnd();
    console.timeEnd("other");
  },
});
