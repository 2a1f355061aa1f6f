import { v } from "convex/values";
import { ownerMutation, ownerQuery } from "./functions";
import { assistantContent, assistantIdentity } from "./model/assistantFields";
import { insertAssistant, listOwnAssistants, requireOwnAssistant } from "./model/assistants";
import schema from "./schema";

export const listAssistants = ownerQuery({
  args: {},
  returns: v.array(schema.doc("assistants")),
  handler: async (ctx) => await listOwnAssistants(ctx, ctx.owner._id),
});

export const createAssistant = ownerMutation({
  args: { ...assistantContent, ...assistantIdentity },
  returns: v.id("assistants"),
  handler: async (ctx, args) => await insertAssistant(ctx, ctx.owner._id, args),
});

export const deleteAssistant = ownerMutation({
  args: { assistantId: v.id("assistants") },
  returns: v.null(),
  handler: async (ctx, args) => {
    const assistant = await requireOwnAssistant(ctx, args.assistantId);
    await ctx.db.delete("assistants", assistant._id);
    return null;
  },
});
