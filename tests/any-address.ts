/** A random IP address: for calls in tests that are not about the caller. */
export function anyAddress(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4))).join(".");
}
