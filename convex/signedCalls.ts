/** Switches on and off whether visitors' calls need a token signed by the owner's server (talkButton/signedCalls.ts). */
import { v } from "convex/values";
import { requireOwnAssistant } from "./assistants/assistants";
import { ownerMutation } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { allowUnsigned, requireSignature, rotateSigningSecret } from "./talkButton/signedCalls";

const ownAssistant = { assistantId: v.id("assistants") };

/** Returns the secret, which is shown only this once. */
export const turnOn = ownerMutation({
  args: ownAssistant,
  returns: v.string(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await requireSignature(ctx, await requireOwnAssistant(ctx, assistantId));
  },
});

/** Returns the new secret; the previous one stays valid for a day. */
export const makeNewSecret = ownerMutation({
  args: ownAssistant,
  returns: v.string(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await rotateSigningSecret(ctx, await requireOwnAssistant(ctx, assistantId));
  },
});

export const turnOff = ownerMutation({
  args: ownAssistant,
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await allowUnsigned(ctx, await requireOwnAssistant(ctx, assistantId));
    return null;
  },
});
