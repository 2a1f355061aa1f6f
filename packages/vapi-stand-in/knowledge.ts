import type { PlatformStore } from "./store/platform-store.ts";
import type { FileFolder } from "./store/file-folder.ts";
import type { AssistantConfig } from "./store/resources.ts";

/** The text of every file that the assistant's query tools lead to; what is gone or unread counts as empty. */
export async function knowledgeOf(
  { model }: AssistantConfig,
  store: PlatformStore,
  folder: FileFolder,
): Promise<string> {
  const fileIds = (model?.toolIds ?? [])
    .flatMap((id) => store.tools.get(id)?.knowledgeBases ?? [])
    .flatMap((base) => base.fileIds);
  const texts = await Promise.all([...new Set(fileIds)].map((id) => folder.textOf(id)));
  return texts.filter((text) => text !== null).join("\n\n");
}
