import {
  fileTooLarge,
  knowledgeExtension,
  MAX_FILE_NAME_LENGTH,
  MAX_KNOWLEDGE_BYTES,
} from "../../../../convex/shared/knowledge";
import { MESSAGES } from "../../../../convex/shared/messages";

/** Why a file cannot be a knowledge file, or null. The backend checks its content. */
export function problemWith(file: File): string | null {
  if (knowledgeExtension(file.name) === null) return MESSAGES.knowledgeFileType;
  if (file.name.length > MAX_FILE_NAME_LENGTH) return MESSAGES.knowledgeFileName;
  return file.size > MAX_KNOWLEDGE_BYTES ? fileTooLarge(file.size) : null;
}
