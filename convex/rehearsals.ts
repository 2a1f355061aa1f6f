/** Conversations that a tester holds with an assistant before visitors do (docs/rehearsals.md). */
import { pick } from "convex-helpers";
import { v } from "convex/values";
import { requireOwnAssistant } from "./assistants/assistants";
import { requireOwnCall } from "./calls/list";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { userError } from "./lib/userError";
import { rehearsalFromCall } from "./rehearsals/fromCall";
import {
  addRehearsals,
  askedQuestionsOf,
  changeRehearsal,
  rehearsalsOf,
  removeRehearsal,
  requireOwnRehearsal,
  runOf,
  shownRehearsal,
  toShown,
} from "./rehearsals/rehearsals";
import { failedConditions, shownUse, startRun, useOf } from "./rehearsals/runs";
import { settingsToRehearse } from "./rehearsals/settings";
import { proposal, proposeChange, suggestSituations } from "./rehearsals/suggestions";
import { askedQuestionFields, rehearsalContent } from "./rehearsals/table";
import { REFUSALS } from "./shared/messages";
import { MAX_REHEARSALS } from "./shared/rehearsals";

const ownAssistant = { assistantId: v.id("assistants") };
const shownQuestion = v.object({
  _id: v.id("askedQuestions"),
  ...pick(askedQuestionFields, ["question", "answer", "checkedAtMs"]),
});
const ownRehearsal = { rehearsalId: v.id("rehearsals") };

export const list = ownerQuery({
  args: ownAssistant,
  returns: v.object({
    rehearsals: v.array(shownRehearsal),
    use: shownUse,
    isRunning: v.boolean(),
    /** Whether the rehearsals that run will publish the draft. */
    publishes: v.boolean(),
  }),
  handler: async (ctx, { assistantId }) => {
    const assistant = await requireOwnAssistant(ctx, assistantId);
    const { digest } = await settingsToRehearse(ctx, assistant);
    const found = await rehearsalsOf(ctx, assistantId);
    const run = await runOf(ctx, assistantId);
    return {
      rehearsals: await Promise.all(found.map((one) => toShown(ctx, one, digest))),
      use: await useOf(ctx, ctx.owner._id),
      isRunning: run !== null,
      publishes: run?.publishes ?? false,
    };
  },
});

/** What visitors ask most, which is asked again at night. */
export const nightly = ownerQuery({
  args: ownAssistant,
  returns: v.array(shownQuestion),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    const asked = await askedQuestionsOf(ctx, assistantId);
    return asked.map(({ _id, question, answer, checkedAtMs }) => ({
      ...{ _id, question, answer, checkedAtMs },
    }));
  },
});

export const add = ownerMutation({
  args: { ...ownAssistant, rehearsals: v.array(v.object(rehearsalContent)) },
  returns: v.array(v.id("rehearsals")),
  handler: async (ctx, { assistantId, rehearsals }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await addRehearsals(ctx, await requireOwnAssistant(ctx, assistantId), rehearsals);
  },
});

export const change = ownerMutation({
  args: { ...ownRehearsal, ...rehearsalContent },
  returns: v.null(),
  handler: async (ctx, { rehearsalId, ...content }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await changeRehearsal(ctx, await requireOwnRehearsal(ctx, rehearsalId), content);
    return null;
  },
});

export const remove = ownerMutation({
  args: ownRehearsal,
  returns: v.null(),
  handler: async (ctx, { rehearsalId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await removeRehearsal(ctx, await requireOwnRehearsal(ctx, rehearsalId));
    return null;
  },
});

/** Makes a rehearsal of a conversation that went badly. */
export const addFromCall = ownerMutation({
  args: { callId: v.id("calls") },
  returns: ownAssistant.assistantId,
  handler: async (ctx, { callId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const call = await requireOwnCall(ctx, ctx.owner._id, callId);
    const assistant = await requireOwnAssistant(ctx, call.assistantId);
    const present = await rehearsalsOf(ctx, assistant._id);
    // Pressing twice is harmless.
    if (present.every(({ fromCallId }) => fromCallId !== callId)) {
      const content = await rehearsalFromCall(ctx, call, assistant);
      await addRehearsals(ctx, assistant, [{ ...content, fromCallId: callId }]);
    }
    return assistant._id;
  },
});

/** Rehearses the draft, or what is saved if there is none. */
export const run = ownerMutation({
  args: {
    ...ownAssistant,
    rehearsalIds: v.array(v.id("rehearsals")),
    /** Whether the tester speaks with the assistant. Otherwise it writes. */
    inVoice: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, rehearsalIds, inVoice = false }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const assistant = await requireOwnAssistant(ctx, assistantId);
    const chosen = (await rehearsalsOf(ctx, assistantId)).filter(({ _id }) =>
      rehearsalIds.slice(0, MAX_REHEARSALS).includes(_id),
    );
    await startRun(ctx, assistant, chosen, { publishes: false, inVoice });
    return null;
  },
});

/** Runs the conditions that have not passed, and publishes the draft if all of them do. */
export const publishIfPassed = ownerMutation({
  args: { ...ownAssistant, draftId: v.id("assistantDrafts") },
  returns: v.null(),
  handler: async (ctx, { assistantId, draftId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const assistant = await requireOwnAssistant(ctx, assistantId);
    const now = await settingsToRehearse(ctx, assistant);
    if (now.draftId !== draftId) throw userError("draft_changed", REFUSALS.draftChanged);
    // In text, which is faster and counts once.
    const conditions = await failedConditions(ctx, assistant);
    await startRun(ctx, assistant, conditions, { publishes: true, inVoice: false });
    return null;
  },
});

/** Situations that the owner may add. Nothing is stored. */
export const suggest = ownerAction({
  args: ownAssistant,
  returns: v.array(v.string()),
  handler: async (ctx, { assistantId }) =>
    await suggestSituations(ctx, { ownerId: ctx.ownerId, assistantId }),
});

/** What to change in the prompt after a failed rehearsal. Nothing is changed. */
export const propose = ownerAction({
  args: ownRehearsal,
  returns: proposal,
  handler: async (ctx, { rehearsalId }) =>
    await proposeChange(ctx, { ownerId: ctx.ownerId, rehearsalId }),
});
