// Internal: work at vendors, started when it is asked for and by a cron (model/outbox/README.md).
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { beginningOf } from "./catalog/wholeText";
import { internalAction, internalMutation } from "./functions";
import { HANDLERS } from "./model/outbox/handlers";
import { noteRunOf } from "./model/outbox/noting";
import { workKind } from "./model/outbox/outboxFields";
import { endExpiredRuns, startDueWork } from "./model/outbox/starting";

const leased = { workId: v.id("outbox"), leaseId: v.string(), version: v.number() };
const LONGEST_ERROR = 500;

export const startDue = internalMutation({
  args: { kind: workKind },
  returns: v.null(),
  handler: async (ctx, { kind }) => {
    await startDueWork(ctx, kind);
    return null;
  },
});

export const run = internalAction({
  args: { ...leased, kind: workKind, key: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, key, ...own }) => {
    let error: string | null = null;
    try {
      await HANDLERS[kind].run(ctx, key);
    } catch (thrown) {
      error = beginningOf(String(thrown), LONGEST_ERROR);
      console.error(`${kind} ${key}: ${error}`);
    }
    await ctx.runMutation(internal.outbox.noteRun, { ...own, error });
    await ctx.runMutation(internal.outbox.startDue, { kind });
    return null;
  },
});

export const noteRun = internalMutation({
  args: { ...leased, error: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, ended) => {
    await noteRunOf(ctx, ended);
    return null;
  },
});

/** What waits for its time, and the places of runs that died. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const kind of Object.keys(HANDLERS) as (keyof typeof HANDLERS)[]) {
      await endExpiredRuns(ctx, kind);
      await startDueWork(ctx, kind);
    }
    return null;
  },
});
