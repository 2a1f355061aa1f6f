/** Files come in by links of which each takes one, no larger than what an assistant may know. */
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

const LINK_MS = HOUR_MS;
/** A file over a slow line: only an owner has a link, and each is good for one file. */
const UPLOAD_MS = 30_000;

export async function newUploadLink(ctx: MutationCtx, ownerId: Id<"users">): Promise<string> {
  const token = crypto.randomUUID();
  await ctx.db.insert("uploadLinks", { ownerId, token, expiresAtMs: Date.now() + LINK_MS });
  return `${env.CONVEX_SITE_URL}${UPLOAD_PATH}?token=${token}`;
}

/** Whether the link was good: it is not any more. */
export async function takeUploadLink(ctx: MutationCtx, token: string): Promise<boolean> {
  const link = await ctx.db
    .query("uploadLinks")
    .withIndex("by_token", (q) => q.eq("token", token))
    .unique();
  if (link === null) return false;
  await ctx.db.delete("uploadLinks", link._id);
  return link.expiresAtMs > Date.now();
}

/** A fault is answered here too: what the backend answers by itself no page of another origin can read. */
export async function receiveUpload(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return await keep(ctx, request);
  } catch (error) {
    console.error("A file could not be kept", error);
    return answerAnyOrigin(500, MESSAGES.somethingWrong);
  }
}

export const useUpLink = internalMutation({
  args: { token: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { token }) => await takeUploadLink(ctx, token),
});

async function keep(ctx: ActionCtx, request: Request): Promise<Response> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > MAX_KNOWLEDGE_BYTES) return answerAnyOrigin(413, fileTooLarge(declared));
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const isGood = await ctx.runMutation(internal.knowledge.uploads.useUpLink, { token });
  if (!isGood) return answerAnyOrigin(403, REFUSALS.uploadLinkUsed);
  const read = await readBytes(request, { maxBytes: MAX_KNOWLEDGE_BYTES, withinMs: UPLOAD_MS });
  if (read.kind === "refused") {
    // A sender that gives no length has sent more than the limit.
    const tooLarge = fileTooLarge(Math.max(declared, MAX_KNOWLEDGE_BYTES + 1));
    return answerAnyOrigin(read.status, read.status === 413 ? tooLarge : read.reason);
  }
  const type = request.headers.get("Content-Type") ?? "";
  const storageId = await ctx.storage.store(new Blob([read.content], { type }));
  return answerAnyOrigin(200, { storageId });
}

/** Deletes some of the links that nobody used in time, or all of an owner's. */
export async function dropLinks(
  ctx: MutationCtx,
  of: { ownerId: Id<"users"> } | { expiredBeforeMs: number },
  atOnce: number,
): Promise<number> {
  const links = ctx.db.query("uploadLinks");
  const some =
    "ownerId" in of
      ? links.withIndex("by_owner", (q) => q.eq("ownerId", of.ownerId))
      : links.withIndex("by_expiry", (q) => q.lt("expiresAtMs", of.expiredBeforeMs));
  const dropped = await some.take(atOnce);
  for (const { _id } of dropped) await ctx.db.delete("uploadLinks", _id);
  return dropped.length;
}
