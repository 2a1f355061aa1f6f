/** Text that an old English voice can pronounce: plain ASCII, with at least one letter or digit. */
export function speakable(text: string): string {
  const plain = text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, ", ")
    .normalize("NFKD")
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .replaceAll(/["*_#`<>|\\{}[\]]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return /[a-z0-9]/i.test(plain) ? plain : ".";
}
