import { v } from "convex/values";
import {
  actionContent,
  actionsOf,
  removeAction,
  requireOwnAction,
  shownAction,
  toShown,
  writeAction,
} from "./assistantActions/actions";
import { addCalendarFrom } from "./assistants/addedCalendar";
import { newestRuns, shownRun, toShown as toShownRun } from "./assistantActions/log";
import { tryAction } from "./assistantActions/perform";
import { requireOwnAssistant, startSync } from "./assistants/assistants";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";

const ownAction = { actionId: v.id("actions") };
const ownAssistant = { assistantId: v.id("assistants") };

/** Without the values of their headers, which are never shown again. */
export const list = ownerQuery({
  args: ownAssistant,
  returns: v.array(shownAction),
  handler: async (ctx, { assistantId }) => {
    await requireOwnAssistant(ctx, assistantId);
    return (await actionsOf(ctx, assistantId)).map(toShown);
  },
});

/** Adds an action, or changes the one with this id. The assistant can use it a few seconds later. */
export const save = ownerMutation({
  args: { ...ownAssistant, actionId: v.optional(v.id("actions")), ...actionContent },
  returns: v.id("actions"),
  handler: async (ctx, { assistantId, actionId, ...content }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const changed = actionId === undefined ? null : await requireOwnAction(ctx, actionId);
    const assistant = await requireOwnAssistant(ctx, changed?.assistantId ?? assistantId);
    const saved = await writeAction(ctx, assistant, content, changed);
    await startSync(ctx, assistant);
    return saved;
  },
});

/** Adds the two actions of a calendar at Cal.com: its free times, and a booking. */
export const addCalendar = ownerAction({
  args: { ...ownAssistant, link: v.string(), timeZone: v.string() },
  returns: v.null(),
  handler: async (ctx, { assistantId, link, timeZone }) => {
    await addCalendarFrom(ctx, { ownerId: ctx.ownerId, assistantId, link, timeZone });
    return null;
  },
});

/** Its log is deleted too. */
export const remove = ownerMutation({
  args: ownAction,
  returns: v.null(),
  handler: async (ctx, { actionId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const action = await requireOwnAction(ctx, actionId);
    await removeAction(ctx, action);
    await startSync(ctx, { _id: action.assistantId });
    return null;
  },
});

export const setEnabled = ownerMutation({
  args: { ...ownAction, isOn: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { actionId, isOn }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const { assistantId } = await requireOwnAction(ctx, actionId);
    await ctx.db.patch("actions", actionId, { isOn });
    await startSync(ctx, { _id: assistantId });
    return null;
  },
});

/** Runs an action for its owner, with these values as JSON. Nobody is asked for a yes. */
export const test = ownerAction({
  args: { ...ownAction, values: v.string() },
  returns: shownRun,
  handler: async (ctx, { actionId, values: given }) =>
    toShownRun(await tryAction(ctx, { ownerId: ctx.ownerId, actionId, given }), null),
});

/** The newest first. */
export const runs = ownerQuery({
  args: ownAction,
  returns: v.array(shownRun),
  handler: async (ctx, { actionId }) => {
    await requireOwnAction(ctx, actionId);
    return await newestRuns(ctx, actionId);
  },
});
