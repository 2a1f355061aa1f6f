import { v } from "convex/values";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import {
  addMessenger as add,
  changeMessenger as change,
  listMessengers as list,
  shownMessenger,
} from "./notifications/webhooks/messengers";
import { enteredMessenger } from "./notifications/messengers/table";
import { webhookEvent } from "./notifications/webhooks/table";

// A test, the log, and switching off and deleting are the same as for webhooks, and are in webhooks.ts.

export const listMessengers = ownerQuery({
  args: {},
  returns: v.array(shownMessenger),
  handler: async (ctx) => await list(ctx, ctx.owner._id),
});

export const addMessenger = ownerMutation({
  args: { to: enteredMessenger, events: v.array(webhookEvent) },
  returns: v.id("webhookEndpoints"),
  handler: async (ctx, chosen) => {
    await countOwnerRequest(ctx, "webhookWrites", ctx.owner._id);
    return await add(ctx, ctx.owner._id, chosen);
  },
});

/** Fields that are left out do not change. `url` is for Slack, Teams and Discord, the next two are for Telegram. */
export const changeMessenger = ownerMutation({
  args: {
    endpointId: v.id("webhookEndpoints"),
    url: v.optional(v.string()),
    token: v.optional(v.string()),
    chatId: v.optional(v.string()),
    events: v.optional(v.array(webhookEvent)),
  },
  returns: v.null(),
  handler: async (ctx, { endpointId, ...changes }) => {
    await countOwnerRequest(ctx, "webhookWrites", ctx.owner._id);
    await change(ctx, ctx.owner._id, endpointId, changes);
    return null;
  },
});
