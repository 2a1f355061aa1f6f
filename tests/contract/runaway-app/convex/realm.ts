/** Functions that try to affect later calls. */
import { actionGeneric, makeFunctionReference, mutationGeneric, queryGeneric } from "convex/server";
import { ConvexError, v } from "convex/values";

type Open = Record<string, unknown>;

const SPOILING: Record<string, () => void> = {
  prototype: () => ((Object.prototype as unknown as Open).spoiled = true),
  method: () => ((Array.prototype as unknown as Open).map = () => ["spoiled"]),
  web: () => ((URL.prototype as unknown as Open).toString = () => "spoiled"),
  global: () => ((globalThis as unknown as Open).spoiled = true),
  replaced: () =>
    ((globalThis as unknown as Open).Date = Object.assign(class extends Date {}, {
      now: () => "spoiled",
    })),
  fixed: () => Object.defineProperty(globalThis, "spoiled", { value: true }),
  // As @convex-dev/workflow does.
  constructor: () => Object.assign(Date.prototype, { constructor: "spoiled" }),
};

const seen = () =>
  JSON.stringify([
    "spoiled" in {} || "spoiled" in globalThis,
    [1].map((n) => n + 1),
    new URL("a:b").toString(),
    typeof Date.now(),
    typeof Date.prototype.constructor,
  ]);

const spoil = {
  args: { how: v.string() },
  handler: (_: unknown, { how }: { how: string }) => {
    SPOILING[how]?.();
    return seen();
  },
};

export const spoilInQuery = queryGeneric(spoil);
export const spoilInMutation = mutationGeneric(spoil);
export const spoilInAction = actionGeneric(spoil);

export const look = queryGeneric({ args: {}, handler: seen });
export const lookInAction = actionGeneric({ args: {}, handler: seen });

/** Two concurrent calls share a thread, but not changes to `Date`. */
export const replaceWhileOthersRun = mutationGeneric({
  args: { by: v.string() },
  handler: async (ctx, { by }) => {
    (globalThis as unknown as Open).chosen ??= by;
    for (let step = 0; step < 3; step += 1) await ctx.db.query("things").first();
    return (globalThis as unknown as Open).chosen;
  },
});

export const names = queryGeneric({
  args: {},
  handler: () => Object.getOwnPropertyNames(globalThis).sort(),
});

/** Tries to escape from the realm. */
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
      structuredClone(new Map([[1, {}]])).get(1),
      [...structuredClone(new Map([[{}, 1]]))][0]?.[0],
      [...structuredClone(new Set([{}]))][0],
      structuredClone({ within: [{}] }).within[0],
      structuredClone(new Uint8Array(1)).buffer,
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

export const throwText = queryGeneric((): null => {
  throw new ConvexError("out of stock");
});

class SoldOut extends ConvexError<{ message: string; left: bigint }> {
  override name = "SoldOut";

  constructor() {
    super({ message: "sold out", left: 0n });
  }
}

export const throwSubclass = queryGeneric((): null => {
  throw new SoldOut();
});

export const throwBelow = actionGeneric(async (ctx): Promise<void> => {
  await ctx.runQuery(makeFunctionReference<"query">("realm:throwSubclass"));
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
