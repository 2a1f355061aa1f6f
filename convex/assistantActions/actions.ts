/** The actions of an assistant: the owner adds, changes, switches and deletes them. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { enqueueCleanup } from "../jobs/cleanupTask";
import { oneLine } from "../knowledge/lines";
import { internalQuery } from "../lib/internalFunctions";
import { userError } from "../lib/userError";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { ACTION_LENGTHS, MAX_ACTIONS, MAX_PARAMETERS, PARAMETER_NAME } from "../shared/actions";
import { beginningOf } from "../shared/wellFormed";
import { checkedTemplate } from "./address";
import { isOfCalendar } from "./calendar";
import { sealedHeaders } from "./headers";
import { parametersOf } from "./parameters";
import {
  actionFields,
  type Calendar,
  givenWork,
  type Parameter,
  parameter,
  type ShownWork,
  shownWork,
  type Work,
} from "./table";
import { toolNameFor } from "./toolNames";

type Action = Doc<"actions">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId">;

export const actionContent = {
  name: v.string(),
  description: v.string(),
  changesSomething: v.boolean(),
  work: givenWork,
};
const content = v.object(actionContent);
type Content = Infer<typeof content>;

export const shownAction = v.object({
  _id: v.id("actions"),
  name: actionFields.name,
  description: actionFields.description,
  isOn: actionFields.isOn,
  changesSomething: actionFields.changesSomething,
  work: shownWork,
});

const NAME_RULES = {
  maxLength: ACTION_LENGTHS.name,
  missing: ACTION_REFUSALS.nameMissing,
  tooLong: ACTION_REFUSALS.nameTooLong,
};
const DESCRIPTION_RULES = {
  maxLength: ACTION_LENGTHS.description,
  missing: ACTION_REFUSALS.descriptionMissing,
  tooLong: ACTION_REFUSALS.descriptionTooLong,
};
const PARAMETER_RULES = {
  maxLength: ACTION_LENGTHS.parameterDescription,
  missing: ACTION_REFUSALS.parameterDescription,
  tooLong: ACTION_REFUSALS.parameterDescription,
};

/** The oldest first, as the owner added them. */
export async function actionsOf(ctx: QueryCtx, assistantId: Id<"assistants">): Promise<Action[]> {
  return await ctx.db
    .query("actions")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_ACTIONS);
}

export async function findByToolName(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
  toolName: string,
): Promise<Action | null> {
  const actions = await actionsOf(ctx, assistantId);
  return actions.find((one) => one.toolName === toolName) ?? null;
}

/** Somebody else's action is refused like a missing one. */
export async function requireOwnAction(
  ctx: QueryCtx & { owner: Doc<"users"> },
  actionId: Id<"actions">,
): Promise<Action> {
  const action = await ctx.db.get("actions", actionId);
  if (action?.ownerId !== ctx.owner._id) throw userError("not_yours", ACTION_REFUSALS.gone);
  return action;
}

/** Without the headers' values. */
export function toShown(action: Action): Infer<typeof shownAction> {
  const { _id, name, description, isOn, changesSomething, work } = action;
  return { _id, name, description, isOn, changesSomething, work: shownWorkOf(work) };
}

function shownWorkOf(stored: Work): ShownWork {
  if (stored.kind !== "http") return { ...stored, parameters: parametersOf(stored) };
  return { ...stored, headers: stored.headers.map((header) => header.name) };
}

/** Adds an action, or changes the one that is passed. */
export async function writeAction(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  given: Content,
  changed: Action | null,
): Promise<Id<"actions">> {
  const others = (await actionsOf(ctx, assistantId)).filter(({ _id }) => _id !== changed?._id);
  if (changed === null) requireRoom(others, 1);
  if (isOnce(given.work.kind) && others.some(({ work }) => work.kind === given.work.kind)) {
    throw userError("invalid_input", ACTION_REFUSALS.twice);
  }
  const name = oneLine(given.name, NAME_RULES);
  const toolNames = others.map(({ toolName }) => toolName);
  const saved = {
    name,
    description: oneLine(given.description, DESCRIPTION_RULES),
    // Of the others it is known.
    changesSomething:
      given.work.kind === "http" ? given.changesSomething : given.work.kind === "booking",
    toolName: toolNameFor(name, toolNames),
    work: await checkedWork(given.work, ownerId, changed?.work ?? null),
    // Also in the same millisecond, because proposals are for the action as it was.
    savedAtMs: Math.max(Date.now(), (changed?.savedAtMs ?? 0) + 1),
  };
  if (changed === null) {
    return await ctx.db.insert("actions", { ...saved, ownerId, assistantId, isOn: true });
  }
  await ctx.db.patch("actions", changed._id, saved);
  return changed._id;
}

/** Adds the two actions of a calendar. */
export async function insertCalendar(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Assistant,
  calendar: Calendar,
): Promise<void> {
  const before = await actionsOf(ctx, assistantId);
  requireRoom(before, CALENDAR_KINDS.length);
  const isThis = ({ work }: Action) =>
    isOfCalendar(work) && work.calendar.eventTypeId === calendar.eventTypeId;
  if (before.some(isThis)) {
    throw userError("invalid_input", ACTION_REFUSALS.calendarTwice);
  }
  const toolNames = before.map(({ toolName }) => toolName);
  for (const kind of CALENDAR_KINDS) {
    const { name, description } = calendarWords(kind, calendar.title);
    const toolName = toolNameFor(name, toolNames);
    toolNames.push(toolName);
    await ctx.db.insert("actions", {
      ...{ ownerId, assistantId, name, description, toolName, isOn: true },
      changesSomething: kind === "booking",
      work: { kind, calendar },
      savedAtMs: Date.now(),
    });
  }
}

const CALENDAR_KINDS = ["times", "booking"] as const;

/** The owner can change both. */
function calendarWords(kind: (typeof CALENDAR_KINDS)[number], title: string) {
  const isBooking = kind === "booking";
  const name = beginningOf(
    isBooking ? `Book: ${title}` : `Free times: ${title}`,
    ACTION_LENGTHS.name,
  );
  return {
    name,
    description: isBooking
      ? `Books “${title}” for the visitor. Use it when the visitor has chosen one of the free times and has given a name and an email address.`
      : `Reads the free times of “${title}”. Use it before you offer a time, and never offer one that it did not name.`,
  };
}

/** A second one would do the same. */
function isOnce(kind: Work["kind"]): boolean {
  return kind === "person" || kind === "owner";
}

function requireRoom(others: Action[], wanted: number): void {
  if (others.length + wanted > MAX_ACTIONS) {
    throw userError("invalid_input", ACTION_REFUSALS.tooMany);
  }
}

/** The log is deleted in the background. */
export async function removeAction(ctx: MutationCtx, { _id: actionId }: Action): Promise<void> {
  await ctx.db.delete("actions", actionId);
  await enqueueCleanup(ctx, { kind: "actionRuns", actionId });
}

/** The actions as the platform gets them. */
export const actionForModel = v.object({
  name: actionFields.name,
  description: actionFields.description,
  toolName: actionFields.toolName,
  changesSomething: actionFields.changesSomething,
  parameters: v.array(parameter),
});
export type ActionForModel = Infer<typeof actionForModel>;

export const forModel = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.array(actionForModel),
  handler: async (ctx, { assistantId }) => await actionsForModel(ctx, assistantId),
});

export async function actionsForModel(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<ActionForModel[]> {
  const actions = await actionsOf(ctx, assistantId);
  return actions
    .filter(({ isOn }) => isOn)
    .map(({ name, description, toolName, changesSomething, work: does }) => ({
      ...{ name, description, toolName, changesSomething, parameters: parametersOf(does) },
    }));
}

async function checkedWork(
  given: Content["work"],
  ownerId: Id<"users">,
  before: Work | null,
): Promise<Work> {
  if (before !== null && before.kind !== given.kind) {
    throw userError("invalid_input", ACTION_REFUSALS.kindKept);
  }
  if (given.kind === "person" || given.kind === "owner") return given;
  if (given.kind !== "http") {
    if (before !== null) return before;
    throw userError("invalid_input", ACTION_REFUSALS.calendarByLink);
  }
  const parameters = checkedParameters(given.parameters);
  const url = checkedTemplate(given.url, parameters);
  const kept = before?.kind === "http" ? before : null;
  const headers = await sealedHeaders({ ...given, url }, ownerId, kept);
  return { ...given, url, parameters, headers };
}

function checkedParameters(given: Parameter[]): Parameter[] {
  if (given.length > MAX_PARAMETERS) {
    throw userError("invalid_input", ACTION_REFUSALS.tooManyParameters);
  }
  const parameters = given.map(({ name, description, ...rest }) => {
    const trimmed = name.trim();
    if (!PARAMETER_NAME.test(trimmed) || trimmed.length > ACTION_LENGTHS.parameterName) {
      throw userError("invalid_input", ACTION_REFUSALS.parameterName);
    }
    return { name: trimmed, description: oneLine(description, PARAMETER_RULES), ...rest };
  });
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length) {
    throw userError("invalid_input", ACTION_REFUSALS.parameterTwice);
  }
  return parameters;
}
