/** The expected hash of a file: get-convex/convex-backend, crates/common/src/sha256.rs `DigestHeader`. */

const SHA256_BYTES = 32;

/** The hash in base64, or null if the header is malformed. */
export function readDigest(header: string): string | null {
  const [, given] = /^sha-256=(.*)$/s.exec(header) ?? [];
  if (given === undefined) return null;
  const bytes = Buffer.from(given, "base64");
  const written = bytes.toString("base64");
  const isSame = given === written || given === written.replace(/=$/, "");
  return bytes.length === SHA256_BYTES && isSame ? written : null;
}

/** The words of crates/file_storage/src/core.rs `upload_file`. */
export function sha256Mismatch(expected: string, actual: string): string {
  return `Sha256 mismatch. Expected: ${expected} Actual: ${actual}`;
}
