/** Owners upload files to links. Each link accepts one file of a limited size. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type ActionCtx, env, type MutationCtx } from "../_generated/server";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { internalMutation } from "../lib/internalFunctions";
import { readBytes } from "../lib/requestBody";
import { HOUR_MS } from "../shared/durations";
import { fileTooLarge, MAX_KNOWLEDGE_BYTES } from "../shared/knowledge";
import { MESSAGES, REFUSALS } from "../shared/messages";

export const UPLOAD_PATH = "/upload";

const LINK_VALID_MS = HOUR_MS;
/** Long enough for a slow connection. Only owners have links, so nobody else can hold a request open for so long. */
const UPLOAD_TIMEOUT_MS = 30_000;

export async function newUploadLink(ctx: MutationCtx, ownerId: Id<"users">): Promise<string> {
  const token = crypto.randomUUID();
  await ctx.db.insert("uploadLinks", { ownerId, token, expiresAtMs: Date.now() + LINK_VALID_MS });
  return `${env.CONVEX_SITE_URL}${UPLOAD_PATH}?token=${token}`;
}

/** Uses up a link. Returns whether it was valid. */
export async function takeUploadLink(ctx: MutationCtx, token: string): Promise<boolean> {
  const link = await ctx.db
    .query("uploadLinks")
    .withIndex("by_token", (q) => q.eq("token", token))
    .unique();
  if (link === null) return false;
  await ctx.db.delete("uploadLinks", link._id);
  return link.expiresAtMs > Date.now();
}

/** Faults are caught here, because pages of other origins cannot read the backend's own error response. */
export async function receiveUpload(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return await storeUpload(ctx, request);
  } catch (error) {
    console.error("Could not store an uploaded file", error);
    return answerAnyOrigin(500, MESSAGES.somethingWrong);
  }
}

export const useUpLink = internalMutation({
  args: { token: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { token }) => await takeUploadLink(ctx, token),
});

async function storeUpload(ctx: ActionCtx, request: Request): Promise<Response> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > MAX_KNOWLEDGE_BYTES) return answerAnyOrigin(413, fileTooLarge(declared));
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isValid = await ctx.runMutation(internal.knowledge.uploads.useUpLink, { token });
  if (!isValid) return answerAnyOrigin(403, REFUSALS.uploadLinkUsed);
  const read = await readBytes(request, {
    maxBytes: MAX_KNOWLEDGE_BYTES,
    withinMs: UPLOAD_TIMEOUT_MS,
  });
  if (read.kind === "refused") {
    // Without a Content-Length, all we know is that the file is larger than the limit.
    const tooLarge = fileTooLarge(Math.max(declared, MAX_KNOWLEDGE_BYTES + 1));
    return answerAnyOrigin(read.status, read.status === 413 ? tooLarge : read.reason);
  }
  const type = request.headers.get("Content-Type") ?? "";
  const storageId = await ctx.storage.store(new Blob([read.content], { type }));
  return answerAnyOrigin(200, { storageId });
}

type LinkSelection =
  { kind: "owner"; ownerId: Id<"users"> } | { kind: "expired"; beforeMs: number };

/** Deletes a batch of links, and returns how many there were. */
export async function deleteLinks(
  ctx: MutationCtx,
  selection: LinkSelection,
  batchSize: number,
): Promise<number> {
  const links = ctx.db.query("uploadLinks");
  const selected =
    selection.kind === "owner"
      ? links.withIndex("by_owner", (q) => q.eq("ownerId", selection.ownerId))
      : links.withIndex("by_expiry", (q) => q.lt("expiresAtMs", selection.beforeMs));
  const batch = await selected.take(batchSize);
  for (const { _id } of batch) await ctx.db.delete("uploadLinks", _id);
  return batch.length;
}
