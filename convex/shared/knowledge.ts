/** The files that an owner may upload as an assistant's knowledge. */
export const KNOWLEDGE_EXTENSIONS = [
  ".pdf",
  ".txt",
  ".doc",
  ".docx",
  ".md",
  ".csv",
  ".json",
  ".xml",
  ".log",
] as const;

export type KnowledgeExtension = (typeof KNOWLEDGE_EXTENSIONS)[number];

export const MAX_KNOWLEDGE_BYTES = 300 * 1024;
export const MAX_FILE_NAME_LENGTH = 200;

export function knowledgeExtension(fileName: string): KnowledgeExtension | null {
  const lower = fileName.toLowerCase();
  return KNOWLEDGE_EXTENSIONS.find((extension) => lower.endsWith(extension)) ?? null;
}

export function fileTooLarge(bytes: number): string {
  const size = Math.ceil(bytes / 1024);
  return `File size (${size}KB) exceeds the 300KB limit. Please use a smaller file for optimal performance.`;
}
