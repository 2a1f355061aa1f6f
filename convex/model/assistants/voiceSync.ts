import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { spokenOf, type SavedAssistant } from "./assistants";
import type { Handler } from "../outbox/handler";
import { makeVoiceAssistant, withSpec } from "./voiceAssistants";
import { ourVoicePlatform } from "../vendors/voicePlatform";

/** Brings what the platform has in step with what is saved here. The key is the assistant's id. */
export const voiceSync: Handler = {
  async run(ctx, key) {
    const assistantId = key as Id<"assistants">;
    const saved = await ctx.runQuery(internal.backstage.assistants.assistantToSync, {
      assistantId,
    });
    // Deleted meanwhile.
    if (saved !== null) await bringInStep(ctx, saved);
    return null;
  },

  async noteOutcome(ctx, key, isDone) {
    const assistantId = key as Id<"assistants">;
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) return;
    const state = isDone ? "done" : "failed";
    await ctx.db.patch("assistants", assistantId, { voiceSync: { state } });
  },
};

/** What the platform has lost is made anew, and what it made without our hearing of it is found. */
async function bringInStep(ctx: ActionCtx, { assistant, made }: SavedAssistant): Promise<void> {
  const platform = ourVoicePlatform();
  let platformId = made?.platformId ?? null;
  if (made !== null && platformId === null) {
    platformId = await platform.findAssistant(made._id, made._creationTime);
    if (platformId !== null) {
      await ctx.runMutation(internal.backstage.assistants.recordVoiceAssistant, {
        madeId: made._id,
        platformId,
      });
    }
  }
  const { ownerId, _id: assistantId } = assistant;
  await withSpec(ctx, spokenOf(assistant), async (sent) => {
    if (platformId === null || !(await platform.updateAssistant(platformId, sent.spec))) {
      await makeVoiceAssistant(ctx, sent, { ownerId, assistantId });
    } else if (made !== null && made.specPrint !== sent.print) {
      const kept = { madeId: made._id, specPrint: sent.print };
      await ctx.runMutation(internal.backstage.assistants.recordSpecPrint, kept);
    }
  });
}
