/** Whether visitors' calls need a token that the owner's own server has signed (model/assistants/signedCalls.ts). */
import { v } from "convex/values";
import { ownerMutation } from "./functions";
import { requireOwnAssistant } from "./model/assistants/assistants";
import {
  allowUnsigned,
  requireSignature,
  rotateSigningSecret,
} from "./model/assistants/signedCalls";
import { countOwnerRequest } from "./model/common/rateLimits";

const ownAssistant = { assistantId: v.id("assistants") };

/** Returns the secret: nothing shows it again. */
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
