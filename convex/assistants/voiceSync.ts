import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { Handler } from "../jobs/handler";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import schema from "../schema";
import { vapi } from "../vendors/vapiClient";
import { type SavedAssistant, toVoiceInput } from "./assistants";
import {
  findVoiceAssistantFor,
  makeVoiceAssistant,
  withCredentialFallback,
} from "./voiceAssistants";

/** Brings what the platform has in step with what is saved here. The key is the assistant's id. */
export const voiceSync: Handler = {
  async run(ctx, key) {
    const assistantId = key as Id<"assistants">;
    const saved = await ctx.runQuery(internal.assistants.voiceSync.assistantToSync, {
      assistantId,
    });
    // Deleted meanwhile.
    if (saved !== null) await bringInStep(ctx, saved);
    return null;
  },

  async onRunEnded(ctx, key, isDone) {
    const assistantId = key as Id<"assistants">;
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) return;
    const state = isDone ? "done" : "failed";
    await ctx.db.patch("assistants", assistantId, { voiceSync: { state } });
  },
};

/** The platform has been sent it anew. */
export const recordSpecDigest = internalMutation({
  args: { madeId: v.id("voiceAssistants"), specDigest: v.string() },
  returns: v.null(),
  handler: async (ctx, { madeId, specDigest }) => {
    // It may have been deleted meanwhile.
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.patch("voiceAssistants", madeId, { specDigest });
    return null;
  },
});

/** What is saved by now, and what the platform has of it. */
export const assistantToSync = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.union(
    v.object({
      assistant: schema.doc("assistants"),
      made: v.union(schema.doc("voiceAssistants"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { assistantId }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    return assistant && { assistant, made: await findVoiceAssistantFor(ctx, assistantId) };
  },
});

/** What the platform has lost is made anew, and what it made without our hearing of it is found. */
async function bringInStep(ctx: ActionCtx, { assistant, made }: SavedAssistant): Promise<void> {
  const platform = vapi();
  let platformId = made?.platformId ?? null;
  if (made !== null && platformId === null) {
    platformId = await platform.findAssistant(made._id, made._creationTime);
    if (platformId !== null) {
      await ctx.runMutation(internal.assistants.voiceAssistants.recordVoiceAssistant, {
        madeId: made._id,
        platformId,
      });
    }
  }
  const { ownerId, _id: assistantId } = assistant;
  await withCredentialFallback(ctx, toVoiceInput(assistant), async (sent) => {
    if (platformId === null || !(await platform.updateAssistant(platformId, sent.spec))) {
      await makeVoiceAssistant(ctx, sent, { ownerId, assistantId });
    } else if (made !== null && made.specDigest !== sent.print) {
      const kept = { madeId: made._id, specDigest: sent.print };
      await ctx.runMutation(internal.assistants.voiceSync.recordSpecDigest, kept);
    }
  });
}
