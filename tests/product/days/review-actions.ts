/** Owners review changes before they go live, and rehearse them. */
import { api } from "../../../convex/_generated/api";
import { pickAssistant } from "./assistant-actions.ts";
import type { Action } from "./action.ts";

/** Most owners leave it on, so that there are drafts. */
const setReview: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  const isOn = planned.amount % 4 > 0;
  await visit((caller) => caller.mutation(api.drafts.setReview, { assistantId, isOn }));
};

const publishDraft: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const draft = await caller.query(api.drafts.getDraft, { assistantId });
    if (draft === null) return;
    const which = { assistantId, draftId: draft.id, despiteRehearsals: true };
    await caller.mutation(api.drafts.publishDraft, which);
    assistant.name = draft.edited.name;
    assistant.draftName = null;
    assistant.saves += 1;
  });
};

const discardDraft: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const draft = await caller.query(api.drafts.getDraft, { assistantId });
    if (draft === null) return;
    await caller.mutation(api.drafts.discardDraft, { assistantId, draftId: draft.id });
    assistant.draftName = null;
  });
};

const REHEARSALS = ["When do you open?", "Do you sell tyres?"].map((question) => ({
  situation: `“${question}”`,
  must: ["says “open”"],
  mustNot: [],
  isCondition: true,
}));

const rehearse: Action = async ({ owner, planned, visit }) => {
  const assistant = pickAssistant(owner, planned.which);
  if (assistant === undefined) return;
  const { assistantId } = assistant;
  await visit(async (caller) => {
    const { rehearsals } = await caller.query(api.rehearsals.list, { assistantId });
    const rehearsalIds =
      rehearsals.length > 0
        ? rehearsals.map(({ _id }) => _id)
        : await caller.mutation(api.rehearsals.add, { assistantId, rehearsals: REHEARSALS });
    await caller.mutation(api.rehearsals.run, { assistantId, rehearsalIds });
    assistant.isRehearsed = true;
  });
};

export const REVIEW_ACTIONS = {
  "set review": setReview,
  "publish draft": publishDraft,
  "discard draft": discardDraft,
  rehearse,
};
