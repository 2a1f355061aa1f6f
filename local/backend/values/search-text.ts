const LONGEST_TOKEN = 32;

/** The words of a text, lower-cased, as full-text search sees them. */
export function tokensOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.slice(0, LONGEST_TOKEN),
  );
}
