import type { KnowledgeExtension } from "../shared/knowledge";

const SIGNATURES: Partial<Record<KnowledgeExtension, number[]>> = {
  ".pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  ".docx": [0x50, 0x4b, 0x03, 0x04],
  ".doc": [0xd0, 0xcf, 0x11, 0xe0],
};

/** Whether a file's content matches its extension: by its signature, or for other types by being plain text. */
export function hasContentOfExtension(extension: KnowledgeExtension, bytes: Uint8Array): boolean {
  const signature = SIGNATURES[extension];
  if (signature !== undefined) return signature.every((byte, index) => bytes[index] === byte);
  return isText(bytes);
}

/**
 * Decodes and encodes the bytes, which changes them unless they are UTF-8. A `fatal` decoder does not throw on Convex:
 * get-convex/convex-backend, npm-packages/udf-runtime/src/08_text_encoding.ts
 */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(text);
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index]);
}
