/**
 * Saves each version of an assistant with all of its settings, in the transaction that changes them. New fields of
 * `assistantContent` are saved, compared and restored without a change here. `switchedSettings` are saved but not restored.
 */
import { compareValues, type Value } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { DEFAULT_CONVERSATION } from "../shared/conversation";
import { languageFor } from "../shared/languages";
import { REFUSALS } from "../shared/messages";
import { MAX_VERSIONS } from "../shared/versions";
import { conversationOf } from "./conversation";
import { assistantContent, switchedSettings } from "./table";
import type { AssistantContent } from "./versionTable";

type Assistant = Doc<"assistants">;
type Version = Doc<"assistantVersions">;
type Field = keyof typeof assistantContent | keyof typeof switchedSettings;

const FIELDS = Object.keys({ ...assistantContent, ...switchedSettings }) as Field[];

/** The settings of an assistant, without fields that have no value. */
export function contentOf(assistant: AssistantContent): AssistantContent {
  const fields = FIELDS.flatMap((name) => {
    const value = assistant[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields) as AssistantContent;
}

/** The meaning of missing fields. All other missing fields are empty. */
const DEFAULTS: Partial<AssistantContent> = {
  recordsCalls: true,
  talk: DEFAULT_CONVERSATION,
  onlySignedCalls: false,
};

/** The fields that differ, in the order of their declaration. */
export function changedFields(before: AssistantContent, after: AssistantContent): Field[] {
  return FIELDS.filter((name) => compareValues(meaning(before, name), meaning(after, name)) !== 0);
}

/** An empty text, an empty list, null and a missing value are equal, because different forms send different ones. */
function meaning(content: AssistantContent, name: Field): Value {
  const value = content[name] ?? DEFAULTS[name] ?? null;
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}

/** Called when an assistant is created. */
export async function saveFirstVersion(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  { ownerId, ...created }: AssistantContent & { ownerId: Id<"users"> },
): Promise<void> {
  const version = { number: 1, savedAtMs: Date.now(), content: contentOf(created), changed: [] };
  await ctx.db.insert("assistantVersions", { ownerId, assistantId, ...version });
}

/**
 * Saves a new version if anything has changed. If the assistant is older than versions, its settings so far become the
 * first version.
 */
export async function saveVersion(
  ctx: MutationCtx,
  assistant: Assistant,
  saved: Partial<AssistantContent>,
  restoredNumber?: number,
): Promise<void> {
  const before = contentOf(assistant);
  const after = contentOf({ ...assistant, ...saved });
  const changed = changedFields(before, after);
  if (changed.length === 0) return;
  const { ownerId, _id: assistantId, _creationTime } = assistant;
  const ids = { ownerId, assistantId };
  const newest = await versionsOf(ctx, assistantId).first();
  if (newest === null) {
    const first = { number: 1, savedAtMs: _creationTime, content: before, changed: [] };
    await ctx.db.insert("assistantVersions", { ...ids, ...first });
  }
  const number = (newest?.number ?? 1) + 1;
  const next = { number, savedAtMs: Date.now(), content: after, changed };
  const restored = restoredNumber === undefined ? {} : { restoredNumber };
  await ctx.db.insert("assistantVersions", { ...ids, ...next, ...restored });
  await deleteVersionsBefore(ctx, assistantId, number - MAX_VERSIONS + 1);
}

/** The newest first. */
export function versionsOf(ctx: QueryCtx, assistantId: Id<"assistants">) {
  return ctx.db
    .query("assistantVersions")
    .withIndex("by_assistant_and_number", (q) => q.eq("assistantId", assistantId))
    .order("desc");
}

/** Somebody else's version is refused like a missing one. */
export async function requireOwnVersion(
  ctx: QueryCtx & { owner: Doc<"users"> },
  versionId: Id<"assistantVersions">,
): Promise<Version> {
  const version = await ctx.db.get("assistantVersions", versionId);
  if (version?.ownerId !== ctx.owner._id) {
    throw userError("version_not_found", REFUSALS.versionNotFound);
  }
  return version;
}

/**
 * The settings to save when a version is restored. The current knowledge file stays, because a replaced file was deleted
 * and the current one would be. Whether calls must be signed stays too, because restoring a prompt must not open an
 * assistant to everybody.
 */
export function restoredContent(assistant: Assistant, { content }: Version): AssistantContent {
  const { knowledgeFileId, knowledgeFileName, onlySignedCalls } = assistant;
  const all = Object.fromEntries(FIELDS.map((name) => [name, content[name]]));
  // Without a language in the update, the platform would keep the current one.
  const keepsLanguage =
    conversationOf(assistant).language !== null && conversationOf(content).language === null;
  const talk = keepsLanguage
    ? { ...conversationOf(content), language: languageFor(null).id }
    : content.talk;
  return {
    ...(all as AssistantContent),
    talk,
    knowledgeFileId,
    knowledgeFileName,
    onlySignedCalls,
  };
}

/** Called when the assistant is deleted. */
export async function deleteVersions(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
): Promise<void> {
  for (const { _id } of await versionsOf(ctx, assistantId).take(MAX_VERSIONS)) {
    await ctx.db.delete("assistantVersions", _id);
  }
}

async function deleteVersionsBefore(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  number: number,
): Promise<void> {
  const old = await ctx.db
    .query("assistantVersions")
    .withIndex("by_assistant_and_number", (q) =>
      q.eq("assistantId", assistantId).lt("number", number),
    )
    .take(MAX_VERSIONS);
  for (const { _id } of old) await ctx.db.delete("assistantVersions", _id);
}
