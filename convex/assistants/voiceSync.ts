import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { Handler } from "../jobs/handler";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import schema from "../schema";
import { sendKnowledge } from "../knowledge/assistantTool";
import { vapi } from "../vendors/vapiClient";
import { type SavedAssistant, toVoiceInput } from "./assistants";
import {
  findVoiceAssistantFor,
  makeVoiceAssistant,
  withCredentialFallback,
} from "./voiceAssistants";

/** Sends an assistant's saved settings to the platform. The job's key is the assistant's id. */
export const voiceSync: Handler = {
  async run(ctx, key) {
    const assistantId = key as Id<"assistants">;
    const saved = await ctx.runQuery(internal.assistants.voiceSync.assistantToSync, {
      assistantId,
    });
    // Null if it was deleted in the meantime.
    if (saved !== null) await syncAssistant(ctx, saved);
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

/** Called after the assistant was sent to the platform. */
export const recordSpecDigest = internalMutation({
  args: { madeId: v.id("voiceAssistants"), specDigest: v.string() },
  returns: v.null(),
  handler: async (ctx, { madeId, specDigest }) => {
    // It may have been deleted in the meantime.
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.patch("voiceAssistants", madeId, { specDigest });
    return null;
  },
});

export const assistantToSync = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.union(
    v.object({
      assistant: schema.doc("assistants"),
      copy: v.union(schema.doc("voiceAssistants"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { assistantId }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    return assistant && { assistant, copy: await findVoiceAssistantFor(ctx, assistantId) };
  },
});

/** Creates the copy again if the platform has lost it, and finds a copy whose response we never got. */
async function syncAssistant(ctx: ActionCtx, { assistant, copy }: SavedAssistant): Promise<void> {
  const platform = vapi();
  let platformId = copy?.platformId ?? null;
  if (copy !== null && platformId === null) {
    platformId = await platform.findAssistant(copy._id, copy._creationTime);
    if (platformId !== null) {
      await ctx.runMutation(internal.assistants.voiceAssistants.recordVoiceAssistant, {
        madeId: copy._id,
        platformId,
      });
    }
  }
  const { ownerId, _id: assistantId } = assistant;
  const input = toVoiceInput(assistant);
  const { tool, ...knowledge } = await sendKnowledge(ctx, input);
  await withCredentialFallback(ctx, input, tool, async (sent) => {
    if (platformId === null || !(await platform.updateAssistant(platformId, sent.spec))) {
      await makeVoiceAssistant(ctx, sent, { ownerId, assistantId });
    } else if (copy !== null && copy.specDigest !== sent.digest) {
      const current = { madeId: copy._id, specDigest: sent.digest };
      await ctx.runMutation(internal.assistants.voiceSync.recordSpecDigest, current);
    }
  });
  await ctx.runMutation(internal.knowledge.assistantTool.settle, { assistantId, ...knowledge });
}
