/** Creates, lists and revokes owners' API keys. `admission.ts` checks them. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { rowsOfOwner } from "../lib/rowsOfOwner";
import { userError } from "../lib/userError";
import { notifyOwner } from "../notifications/mail/notifyOwner";
import {
  API_KEY_REFUSALS,
  API_SCOPES,
  KEY_PREFIX,
  MAX_KEY_NAME_LENGTH,
  MAX_API_KEYS,
} from "../shared/apiKeys";
import { textTooLong } from "../shared/messages";
import { ENDING_LENGTH, keyHashOf, newKeyText } from "./keyText";
import { apiKeyFields, type NewKey, type ShownKey } from "./table";

type OwnerId = Id<"users">;

/** The newest first. */
export async function listKeys(ctx: QueryCtx, ownerId: OwnerId): Promise<ShownKey[]> {
  return (await keysOf(ctx, ownerId)).map(toShown);
}

/** Creates the key in an action, so that no transaction contains it. Only its hash is stored. */
export async function issueKey(
  ctx: ActionCtx,
  ownerId: OwnerId,
  settings: NewKey,
): Promise<string> {
  const checked = checkedKey(settings);
  const key = newKeyText();
  const hash = await keyHashOf(key);
  const ending = key.slice(-ENDING_LENGTH);
  await ctx.runMutation(internal.publicApi.keys.saveKey, { ownerId, ...checked, hash, ending });
  return key;
}

export async function insertKey(
  ctx: MutationCtx,
  key: Omit<Doc<"apiKeys">, "_id" | "_creationTime" | "lastUsedAtMs">,
): Promise<void> {
  const { ownerId, name } = key;
  if ((await keysOf(ctx, ownerId)).length >= MAX_API_KEYS) {
    throw userError("key_limit", API_KEY_REFUSALS.tooMany);
  }
  const keyId = await ctx.db.insert("apiKeys", key);
  const message = { template: "apiKeyCreated", name, atMs: Date.now() } as const;
  await notifyOwner(ctx, ownerId, [{ key: `apiKeyCreated/${keyId}`, message }]);
}

/** Revokes only the owner's own key. Does nothing if it is already revoked. */
export async function revokeKey(
  ctx: MutationCtx,
  ownerId: OwnerId,
  keyId: Id<"apiKeys">,
): Promise<void> {
  const key = await ctx.db.get("apiKeys", keyId);
  if (key?.ownerId === ownerId) await ctx.db.delete("apiKeys", keyId);
}

/** Called when the account is deleted. */
export async function deleteKeys(ctx: MutationCtx, ownerId: OwnerId): Promise<number> {
  const keys = await keysOf(ctx, ownerId);
  for (const { _id } of keys) await ctx.db.delete("apiKeys", _id);
  return keys.length;
}

const { lastUsedAtMs: _, ...newKey } = apiKeyFields;

export const saveKey = internalMutation({
  args: newKey,
  returns: v.null(),
  handler: async (ctx, key) => {
    await insertKey(ctx, key);
    return null;
  },
});

async function keysOf(ctx: QueryCtx, ownerId: OwnerId): Promise<Doc<"apiKeys">[]> {
  return await rowsOfOwner(ctx, "apiKeys", ownerId).order("desc").take(MAX_API_KEYS);
}

function toShown({ _id, _creationTime, ...key }: Doc<"apiKeys">): ShownKey {
  const { name, scopes, ending, lastUsedAtMs = null } = key;
  const looks = `${KEY_PREFIX}…${ending}`;
  return { id: _id, name, scopes, looks, createdAtMs: _creationTime, lastUsedAtMs };
}

/** Removes duplicate scopes. */
function checkedKey({ name, scopes }: NewKey): NewKey {
  const trimmed = name.trim();
  if (trimmed === "") throw userError("invalid_input", API_KEY_REFUSALS.name);
  if (trimmed.length > MAX_KEY_NAME_LENGTH) {
    throw userError("invalid_input", textTooLong("name", MAX_KEY_NAME_LENGTH));
  }
  if (scopes.length === 0) throw userError("invalid_input", API_KEY_REFUSALS.scopes);
  return { name: trimmed, scopes: API_SCOPES.filter((scope) => scopes.includes(scope)) };
}
