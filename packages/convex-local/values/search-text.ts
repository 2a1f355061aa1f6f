// Upstream drops longer words, measured in bytes: crates/search/src/constants.rs, `RemoveLongFilter::limit(32)`.
const TOO_LONG_BYTES = 32;

/** The words of a text, lower-cased, as full-text search sees them. */
export function tokensOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => Buffer.byteLength(word) < TOO_LONG_BYTES)
    .map((word) => word.toLowerCase());
}
