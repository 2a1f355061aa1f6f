import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { REFUSALS } from "../../catalog/messages";
import type { KnowledgeTool } from "../../platforms/vapi";
import { isWhatItSays } from "./knowledgeContent";
import { checkedExtension, type KnowledgeFile } from "./knowledgeFiles";
import { userError } from "../common/userError";
import { ourVoicePlatform } from "../vendors/voicePlatform";

export type NamedFile = { storageId: Id<"_storage">; name: string };

/**
 * The tool that looks things up in a file. A file is uploaded once, however many assistants come to
 * use it; each step is kept as soon as it is answered, and one whose answer is missing is looked for
 * at the platform before it is taken again.
 */
export async function knowledgeToolFor(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
): Promise<KnowledgeTool> {
  const { storageId } = named;
  const known = await ctx.runQuery(internal.backstage.assistants.findKnowledgeFile, {
    ownerId,
    storageId,
  });
  if (known?.platformToolId !== undefined) {
    return { id: known.platformToolId, name: known.platformToolName ?? null };
  }
  const fileId = known?.platformFileId ?? (await uploaded(ctx, ownerId, named, known));
  const platform = ourVoicePlatform();
  const earlier =
    known?.platformFileId === undefined
      ? null
      : await platform.findKnowledgeTool(fileId, known._creationTime);
  const tool = earlier ?? (await platform.createKnowledgeTool(fileId));
  return await ctx.runMutation(internal.backstage.assistants.recordKnowledgeTool, {
    storageId,
    tool,
  });
}

async function uploaded(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  { storageId, name }: NamedFile,
  known: KnowledgeFile | null,
): Promise<string> {
  const stored = await ctx.storage.get(storageId);
  if (stored === null) throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileGone);
  const extension = checkedExtension(name, stored.size);
  // What storage gives can be read once only: get-convex/convex-backend, npm-packages/udf-runtime/src/storage.ts
  const bytes = await stored.arrayBuffer();
  if (!isWhatItSays(extension, new Uint8Array(bytes))) {
    throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileUnlike);
  }
  const content = new Blob([bytes], { type: stored.type });
  const platform = ourVoicePlatform();
  const earlier = known === null ? null : await platform.findFile(known._id);
  const mark =
    known?._id ??
    (await ctx.runMutation(internal.backstage.assistants.recordKnowledgeFile, {
      ownerId,
      storageId,
      name,
    }));
  const platformFileId = earlier ?? (await platform.uploadFile(content, name, mark));
  return await ctx.runMutation(internal.backstage.assistants.recordPlatformFile, {
    storageId,
    platformFileId,
  });
}
