// Internal: events on their way to owners' servers (model/webhooks/README.md).
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "./functions";
import { noteAttempt } from "../model/webhooks/attempts";
import { takeDelivery } from "../model/webhooks/delivering";
import { forgetDeliveries } from "../model/webhooks/deliveryLog";
import { attempt } from "../model/webhooks/webhookFields";
import schema from "../schema";

export const take = internalMutation({
  args: { key: v.string(), lane: literals("webhook", "slowWebhook") },
  returns: v.union(
    v.object({
      delivery: schema.doc("webhookDeliveries"),
      endpoint: schema.doc("webhookEndpoints"),
    }),
    v.object({ againAtMs: v.union(v.number(), v.null()) }),
  ),
  handler: async (ctx, which) => await takeDelivery(ctx, which),
});

export const note = internalMutation({
  args: {
    deliveryId: v.id("webhookDeliveries"),
    attempt,
    pauseMs: v.union(v.number(), v.null()),
  },
  returns: v.boolean(),
  handler: async (ctx, noted) => await noteAttempt(ctx, noted),
});

export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await forgetDeliveries(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.webhooks.forget, {});
    return null;
  },
});
