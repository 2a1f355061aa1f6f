/** The runtime of functions: time, randomness, network, environment, limits. */
import { anyApi } from "convex/server";
import type { FunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import type { Infer } from "convex/values";
import { action, internalMutation, mutation, query } from "./builders";

export const times = query({
  args: {},
  handler: async (ctx) => {
    const before = [Date.now(), new Date().getTime(), Date.parse(new Date().toISOString())];
    for (let i = 0; i < 20; i += 1) await ctx.db.query("notes").take(10);
    return [...before, Date.now(), new Date().getTime()];
  },
});

const localTime = (): string[] => [
  String(new Date(0)),
  String(new Date(0).getHours()),
  String(new Date(0).getTimezoneOffset()),
  String(new Date(1970, 6).getTime()),
  String(Date.parse("1970-01-01T00:00")),
  new Date(0).toLocaleTimeString("en-US"),
  new Intl.DateTimeFormat().resolvedOptions().timeZone,
];

export const localTimeInQuery = query({ args: {}, handler: localTime });
export const localTimeInAction = action({ args: {}, handler: localTime });

export const random = query({
  args: { salt: v.string() },
  handler: () => [Math.random(), Math.random(), Math.random()],
});

export const actionTime = action({
  args: { waitMs: v.number() },
  handler: async (_, { waitMs }) => {
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return Date.now() - before;
  },
});

const forbidden = v.union(v.literal("fetch"), v.literal("setTimeout"), v.literal("setInterval"));
async function reachFor(what: "fetch" | "setTimeout" | "setInterval"): Promise<null> {
  if (what === "fetch") await fetch("http://127.0.0.1:9/");
  else if (what === "setTimeout") setTimeout(() => undefined, 1);
  else clearInterval(setInterval(() => undefined, 1));
  return null;
}

export const reachInQuery = query({
  args: { what: forbidden },
  handler: (_, { what }) => reachFor(what),
});

export const reachInMutation = mutation({
  args: { what: forbidden },
  handler: (_, { what }) => reachFor(what),
});

/** The refusal can be caught, like any error. */
export const catchRefusal = mutation({
  args: {},
  handler: async (ctx) => {
    const refused = await reachFor("fetch").catch(() => "refused");
    await ctx.db.insert("notes", { author: "caught" });
    return refused;
  },
});

export const fetchInAction = action({
  args: { url: v.string() },
  handler: async (_, { url }) => {
    const response = await fetch(url, { method: "POST", body: "ping" });
    return { status: response.status, text: await response.text() };
  },
});

export const variable = query({
  args: { name: v.string() },
  handler: (_, { name }) => process.env[name] ?? null,
});

export const webGlobals = query({
  args: {},
  handler: async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc"));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
    return {
      sha256: hex.join("").slice(0, 8),
      base64: btoa("hi"),
      url: new URL("/b?c=d", "https://a.example").searchParams.get("c"),
      uuid: crypto.randomUUID().length,
      copy: structuredClone({ deep: [1] }),
      header: new Headers({ A: "b" }).get("a"),
    };
  },
});

/** Decodes bytes that are not valid UTF-8; null stands for undefined. */
export const decodeStrictly = query({
  args: { bytes: v.bytes() },
  handler: (_, { bytes }) =>
    (new TextDecoder("utf-8", { fatal: true }).decode(bytes) as string | undefined) ?? null,
});

/** Passes a lone surrogate out of a function in one of several ways. */
export const giveHalfSign = mutation({
  args: { how: v.union(v.literal("document"), v.literal("argument"), v.literal("result")) },
  handler: async (ctx, { how }) => {
    const half = "\u{1f600}".slice(0, 1);
    if (how === "result") return half;
    if (how === "document") await ctx.db.insert("notes", { author: half });
    else await ctx.runMutation(runtime.take, { value: half });
    return null;
  },
});

export const queryCannotWrite = query({
  args: {},
  handler: (ctx) =>
    (ctx.db as unknown as { insert?: unknown }).insert === undefined ? "no insert" : "insert",
});

export const writeMany = mutation({
  args: { count: v.number() },
  handler: async (ctx, { count }) => {
    const first = await ctx.db.insert("notes", { author: "limit" });
    for (let i = 1; i < count; i += 1) await ctx.db.patch("notes", first, { rank: i });
  },
});

export const writeLarge = mutation({
  args: { sizeBytes: v.number(), times: v.number() },
  handler: async (ctx, { sizeBytes, times: count }) => {
    const value = "x".repeat(sizeBytes);
    for (let i = 0; i < count; i += 1) await ctx.db.insert("values", { value });
  },
});

/** Values that may exceed a limit, each a different one. */
function shaped(shape: string, size: number): unknown {
  let value: unknown = 0;
  if (shape === "array") value = Array.from({ length: size }, () => 0);
  if (shape === "object") {
    value = Object.fromEntries(Array.from({ length: size }, (_, i) => [`f${i}`, 0]));
  }
  if (shape === "nesting") for (let i = 0; i < size; i += 1) value = [value];
  if (shape === "field") value = { ["f".repeat(size)]: 0 };
  if (shape === "accented field") value = { ["é".repeat(size)]: 0 };
  if (shape === "text") value = "x".repeat(size);
  return value;
}

const shape = { shape: v.string(), size: v.number() };

export const writeShaped = mutation({
  args: shape,
  handler: async (ctx, args) => {
    await ctx.db.insert("values", { value: shaped(args.shape, args.size) });
  },
});

export const returnShaped = query({
  args: shape,
  handler: (_, args) => shaped(args.shape, args.size),
});

/** Passes the value to another function, now or scheduled. */
export const passShaped = mutation({
  args: { ...shape, how: v.union(v.literal("now"), v.literal("later")) },
  handler: async (ctx, args) => {
    const value = shaped(args.shape, args.size);
    if (args.how === "now") await ctx.runMutation(runtime.take, { value });
    else await ctx.scheduler.runAfter(3_600_000, runtime.take, { value });
  },
});

export const take = internalMutation({ args: { value: v.any() }, handler: () => null });

const metric = v.union(
  v.literal("documentsWritten"),
  v.literal("bytesWritten"),
  v.literal("documentsRead"),
  v.literal("databaseQueries"),
  v.literal("functionsScheduled"),
);
const runtime = anyApi.runtime as unknown as {
  useSome: FunctionReference<"mutation", "internal", { what: Infer<typeof metric> }, null>;
  take: FunctionReference<"mutation", "internal", { value: unknown }, null>;
};

/** Uses five units of a limit. */
export const useSome = internalMutation({
  args: { what: metric },
  handler: async (ctx, { what }) => {
    for (let i = 0; i < 5; i += 1) {
      if (what === "documentsRead") await ctx.db.query("notes").first();
      else if (what === "databaseQueries") {
        await ctx.db
          .query("notes")
          .withIndex("by_author", (q) => q.eq("author", `nobody ${i}`))
          .first();
      } else if (what === "functionsScheduled") {
        await ctx.scheduler.runAfter(3_600_000, runtime.useSome, { what });
      } else await ctx.db.insert("notes", { author: "some" });
    }
    return null;
  },
});

export const useSomeWithin = mutation({
  args: { what: metric, limit: v.number() },
  handler: async (ctx, { what, limit }) => {
    try {
      await ctx.runMutation(runtime.useSome, { what }, { transactionLimits: { [what]: limit } });
      return "within the limit";
    } catch (error) {
      return String(error);
    }
  },
});

export const usage = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(runtime.useSome, { what: "documentsWritten" });
    await ctx.runMutation(runtime.useSome, { what: "documentsRead" });
    await ctx.runMutation(runtime.useSome, { what: "functionsScheduled" });
    return ctx.meta.getTransactionMetrics();
  },
});

export const addOne = mutation({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    const counter = await ctx.db
      .query("notes")
      .withIndex("by_author", (q) => q.eq("author", author))
      .unique();
    const rank = (counter?.rank ?? 0) + 1;
    if (counter === null) await ctx.db.insert("notes", { author, rank });
    else await ctx.db.patch("notes", counter._id, { rank });
    return rank;
  },
});

export const log = mutation({
  args: { text: v.string() },
  handler: (_, { text }) => {
    console.log("said", text, { n: 1 });
    console.warn("warned");
  },
});

export const writeNotes = mutation({
  args: { count: v.number(), body: v.string() },
  handler: async (ctx, { count, body }) => {
    for (let i = 0; i < count; i += 1) await ctx.db.insert("notes", { author: "many", body });
  },
});

/** Fails or succeeds depending on the data that it reads. */
export const failsWhenNoted = query({
  args: { author: v.string() },
  handler: async (ctx, { author }) => {
    const notes = await ctx.db
      .query("notes")
      .withIndex("by_author", (q) => q.eq("author", author))
      .collect();
    if (notes.length > 0) throw new ConvexError({ noted: notes.length });
    return "not noted";
  },
});
