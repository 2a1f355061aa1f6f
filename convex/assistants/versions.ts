/**
 * Every saved version of an assistant, whole, in the transaction that saves it. All of it goes by the fields of
 * `assistantContent`: a new one is kept, compared and restored without a word here. `switchedSettings` are recorded, and
 * stay as they are when a version is restored.
 */
import { compareValues, type Value } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { DEFAULT_CONVERSATION } from "../shared/conversation";
import { REFUSALS } from "../shared/messages";
import { MAX_VERSIONS } from "../shared/versions";
import { assistantContent, switchedSettings } from "./table";
import type { AssistantContent } from "./versionTable";

type Assistant = Doc<"assistants">;
type Version = Doc<"assistantVersions">;
type Field = keyof typeof assistantContent | keyof typeof switchedSettings;

const FIELDS = Object.keys({ ...assistantContent, ...switchedSettings }) as Field[];

/** What an assistant was without having been asked. */
const ENGLISH_TALK = { ...DEFAULT_CONVERSATION, language: "en" as const };

/** Of an assistant, or of what else has more fields than these: a field without a value is not there. */
export function contentOf(of: AssistantContent): AssistantContent {
  const kept = FIELDS.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]]));
  return Object.fromEntries(kept) as AssistantContent;
}

/** What a field says that is not there. All others say nothing then. */
const MEANT: Partial<AssistantContent> = {
  recordsCalls: true,
  talk: DEFAULT_CONVERSATION,
  onlySignedCalls: false,
};

/** Which fields differ, in the order in which they are declared. */
export function changedFields(before: AssistantContent, after: AssistantContent): Field[] {
  return FIELDS.filter((name) => compareValues(meaning(before, name), meaning(after, name)) !== 0);
}

/** An empty text, an empty list, null and nothing at all are one: forms send the one, and older ones the other. */
function meaning(content: AssistantContent, name: Field): Value {
  const value = content[name] ?? MEANT[name] ?? null;
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return isEmpty ? null : value;
}

/** As it is made. */
export async function saveFirstVersion(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
  { ownerId, ...made }: AssistantContent & { ownerId: Id<"users"> },
): Promise<void> {
  const version = { number: 1, savedAtMs: Date.now(), content: contentOf(made), changed: [] };
  await ctx.db.insert("assistantVersions", { ownerId, assistantId, ...version });
}

/**
 * As it is from now on. What changes nothing is no version. Of an assistant that was there before versions were
 * kept, what it was until now is the first.
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
  const whose = { ownerId, assistantId };
  const newest = await versionsOf(ctx, assistantId).first();
  if (newest === null) {
    const first = { number: 1, savedAtMs: _creationTime, content: before, changed: [] };
    await ctx.db.insert("assistantVersions", { ...whose, ...first });
  }
  const number = (newest?.number ?? 1) + 1;
  const next = { number, savedAtMs: Date.now(), content: after, changed };
  const restored = restoredNumber === undefined ? {} : { restoredNumber };
  await ctx.db.insert("assistantVersions", { ...whose, ...next, ...restored });
  await dropBefore(ctx, assistantId, number - MAX_VERSIONS + 1);
}

/** The newest first. */
export function versionsOf(ctx: QueryCtx, assistantId: Id<"assistants">) {
  return ctx.db
    .query("assistantVersions")
    .withIndex("by_assistant_and_number", (q) => q.eq("assistantId", assistantId))
    .order("desc");
}

/** Someone else's is answered like that of a missing assistant. */
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
 * What is saved when a version is restored: each of its fields, and nothing where it had none. The knowledge file
 * stays as it is: one that was replaced is gone, and one that is there would go for good. So does whether calls have to
 * be signed: a restored prompt must not open an assistant to everybody.
 */
export function restoredContent(assistant: Assistant, { content }: Version): AssistantContent {
  const { knowledgeFileId, knowledgeFileName, onlySignedCalls } = assistant;
  const all = Object.fromEntries(FIELDS.map((name) => [name, content[name]]));
  // The platform keeps the language that it was last told.
  const isTold = (assistant.talk?.language ?? null) !== null;
  const talk = content.talk ?? (isTold ? ENGLISH_TALK : undefined);
  return {
    ...(all as AssistantContent),
    talk,
    knowledgeFileId,
    knowledgeFileName,
    onlySignedCalls,
  };
}

/** With their assistant. */
export async function deleteVersions(
  ctx: MutationCtx,
  assistantId: Id<"assistants">,
): Promise<void> {
  for (const { _id } of await versionsOf(ctx, assistantId).take(MAX_VERSIONS)) {
    await ctx.db.delete("assistantVersions", _id);
  }
}

async function dropBefore(
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
