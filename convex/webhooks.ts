import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import {
  pageOfDeliveries,
  resend as resendDelivery,
  sendTest as sendTestTo,
  shownDelivery,
} from "./notifications/webhooks/deliveryLog";
import {
  addEndpoint as add,
  changeEndpoint as change,
  listEndpoints as list,
  newEndpoint,
  removeEndpoint as remove,
  requireOwnEndpoint,
  rotateSecret as rotate,
  shownEndpoint,
} from "./notifications/webhooks/endpoints";
import { webhookEvent } from "./notifications/webhooks/table";

/** Each may have 20 KB. */
const MAX_PAGE_SIZE = 50;
const ownEndpoint = { endpointId: v.id("webhookEndpoints") };

export const listEndpoints = ownerQuery({
  args: {},
  returns: v.array(shownEndpoint),
  handler: async (ctx) => await list(ctx, ctx.owner._id),
});

/** Returns the secret with which the new endpoint's events are signed. It is shown only this once. */
export const addEndpoint = ownerMutation({
  args: { url: v.string(), events: v.array(webhookEvent) },
  returns: newEndpoint,
  handler: async (ctx, chosen) => {
    await countOwnerRequest(ctx, "webhookWrites", ctx.owner._id);
    return await add(ctx, ctx.owner._id, chosen);
  },
});

/** Fields that are left out do not change. */
export const changeEndpoint = ownerMutation({
  args: {
    ...ownEndpoint,
    url: v.optional(v.string()),
    events: v.optional(v.array(webhookEvent)),
    isOn: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { endpointId, ...changes }) => {
    await countOwnerRequest(ctx, "webhookWrites", ctx.owner._id);
    await change(ctx, await requireOwnEndpoint(ctx, ctx.owner._id, endpointId), changes);
    return null;
  },
});

/** Returns the new secret. The previous one works for another 24 hours. */
export const rotateSecret = ownerMutation({
  args: ownEndpoint,
  returns: v.string(),
  handler: async (ctx, { endpointId }) => {
    await countOwnerRequest(ctx, "webhookWrites", ctx.owner._id);
    return await rotate(ctx, await requireOwnEndpoint(ctx, ctx.owner._id, endpointId));
  },
});

export const removeEndpoint = ownerMutation({
  args: ownEndpoint,
  returns: v.null(),
  handler: async (ctx, { endpointId }) => {
    await remove(ctx, await requireOwnEndpoint(ctx, ctx.owner._id, endpointId));
    return null;
  },
});

export const pageDeliveries = ownerQuery({
  args: { ...ownEndpoint, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownDelivery),
  handler: async (ctx, { endpointId, paginationOpts }) => {
    const endpoint = await requireOwnEndpoint(ctx, ctx.owner._id, endpointId);
    const requested = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(requested, 1), MAX_PAGE_SIZE);
    return await pageOfDeliveries(ctx, endpoint, { ...paginationOpts, numItems });
  },
});

export const sendTest = ownerMutation({
  args: ownEndpoint,
  returns: v.id("webhookDeliveries"),
  handler: async (ctx, { endpointId }) => {
    await countOwnerRequest(ctx, "webhookSends", ctx.owner._id);
    return await sendTestTo(ctx, await requireOwnEndpoint(ctx, ctx.owner._id, endpointId));
  },
});

export const resend = ownerMutation({
  args: { deliveryId: v.id("webhookDeliveries") },
  returns: v.null(),
  handler: async (ctx, { deliveryId }) => {
    await countOwnerRequest(ctx, "webhookSends", ctx.owner._id);
    await resendDelivery(ctx, ctx.owner._id, deliveryId);
    return null;
  },
});
