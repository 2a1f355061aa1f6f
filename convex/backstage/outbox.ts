// Internal: work at vendors, started when it is asked for and by a cron (model/outbox/README.md).
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "./functions";
import { askFor } from "../model/outbox/asking";
import { HANDLERS } from "./handlers";
import { forgetGivenUp, noteDeathOf, noteRunOf } from "../model/outbox/noting";
import { WORK_KINDS, lease, startedRun, workKind } from "../model/outbox/outboxFields";
import { carryOut } from "../model/outbox/running";
import { ONE_OF_EACH_GROUP } from "../model/outbox/places";
import { findDeadRuns, renewLease, startDueWork } from "../model/outbox/starting";

/** Has it done now, whatever it waits for: `npx convex run backstage/outbox:ask '{"kind": …, "keys": […]}'`. */
export const ask = internalMutation({
  args: { kind: workKind, keys: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { kind, keys }) => {
    await askFor(ctx, kind, keys);
    return null;
  },
});

export const startDue = internalMutation({
  args: { kind: workKind },
  returns: v.null(),
  handler: async (ctx, { kind }) => {
    await startDueWork(ctx, kind);
    return null;
  },
});

export const run = internalAction({
  args: startedRun.fields,
  returns: v.null(),
  handler: async (ctx, started) => {
    await carryOut(ctx, started, HANDLERS[started.kind]);
    return null;
  },
});

export const noteRun = internalMutation({
  args: {
    ...startedRun.fields,
    error: v.union(v.string(), v.null()),
    againAtMs: v.union(v.number(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, ended) => {
    await noteRunOf(ctx, ended, HANDLERS);
    return null;
  },
});

export const renew = internalMutation({
  args: lease.fields,
  returns: v.null(),
  handler: async (ctx, held) => {
    await renewLease(ctx, held);
    return null;
  },
});

export const noteDeath = internalMutation({
  args: lease.fields,
  returns: v.null(),
  handler: async (ctx, held) => {
    await noteDeathOf(ctx, held, HANDLERS);
    return null;
  },
});

/** What waits for its time, and the places of runs that died. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const kind of WORK_KINDS) await findDeadRuns(ctx, kind);
    for (const kind of ONE_OF_EACH_GROUP) await startDueWork(ctx, kind);
    return null;
  },
});

export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await forgetGivenUp(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.outbox.forget, {});
    return null;
  },
});
