/** What a zip file says of itself in the directory at its end. */
const DIRECTORY_END = "PK\x05\x06";
const ENTRY = "PK\x01\x02";
const ENTRY_BYTES = 46;
const END_BYTES = 22;

/**
 * How much a zip file's entries hold unpacked; 0 for what is none. The sizes are the file's own word, to
 * which yauzl holds each entry while it unpacks: one that goes on beyond its size is an error.
 */
export function unpackedBytes(file: Buffer): number {
  if (file.toString("latin1", 0, 2) !== "PK") return 0;
  const end = file.lastIndexOf(DIRECTORY_END, -END_BYTES, "latin1");
  if (end < 0) return 0;
  let at = file.readUInt32LE(end + 16);
  let bytes = 0;
  while (at + ENTRY_BYTES <= file.length && file.toString("latin1", at, at + 4) === ENTRY) {
    bytes += file.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((field) => file.readUInt16LE(at + field));
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return bytes;
}
