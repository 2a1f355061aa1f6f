"use node";

/** Actions that wait for a callback of Node's own. */
import { readdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { actionGeneric } from "convex/server";
import { v } from "convex/values";

const WAITS: Record<string, () => Promise<unknown>> = {
  setTimeout: () => new Promise((resolve) => setTimeout(resolve, 0)),
  setImmediate: () => new Promise((resolve) => setImmediate(resolve)),
  "timers/promises": () => pause(1),
  "fs/promises": () => readdir("."),
};

export const endAfter = actionGeneric({
  args: { what: v.string(), fails: v.boolean() },
  handler: async (_, { what, fails }) => {
    await WAITS[what]?.();
    if (fails) throw new Error(`${what} failed`);
    return what;
  },
});
