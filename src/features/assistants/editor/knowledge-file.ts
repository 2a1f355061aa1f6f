import {
  fileTooLarge,
  knowledgeExtension,
  MAX_FILE_NAME_LENGTH,
  MAX_KNOWLEDGE_BYTES,
} from "../../../../convex/catalog/knowledge";
import { MESSAGES } from "../../../../convex/catalog/messages";

/** Why a file cannot be an assistant's knowledge, or null. What it holds is checked on arrival. */
export function objectionTo(file: File): string | null {
  if (knowledgeExtension(file.name) === null) return MESSAGES.knowledgeFileType;
  if (file.name.length > MAX_FILE_NAME_LENGTH) return MESSAGES.knowledgeFileName;
  return file.size > MAX_KNOWLEDGE_BYTES ? fileTooLarge(file.size) : null;
}
