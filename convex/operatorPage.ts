// What the operator's page in the dashboard shows. `operator.ts` has the functions for the terminal.
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { operatorQuery } from "./lib/functions";
import { attentionList, listAttention } from "./operator/page/attention";
import { ownChecks, readChecks } from "./operator/page/checks";
import { linesInUse, readLines } from "./operator/page/lines";
import { queueState, readQueue } from "./operator/page/queue";
import { MAX_OWNERS_AT_ONCE, ownerSpend, pageOfSpend } from "./operator/page/spend";

export const attention = operatorQuery({
  args: {},
  returns: attentionList,
  handler: async (ctx) => await listAttention(ctx),
});

export const queue = operatorQuery({
  args: {},
  returns: queueState,
  handler: async (ctx) => await readQueue(ctx),
});

export const lines = operatorQuery({
  args: {},
  returns: linesInUse,
  handler: async (ctx) => await readLines(ctx),
});

export const checks = operatorQuery({
  args: {},
  returns: ownChecks,
  handler: async (ctx) => await readChecks(ctx),
});

export const pageSpend = operatorQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(ownerSpend),
  handler: async (ctx, { paginationOpts }) => {
    const requested = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(requested, 1), MAX_OWNERS_AT_ONCE);
    return await pageOfSpend(ctx, { ...paginationOpts, numItems });
  },
});
