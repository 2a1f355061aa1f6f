/** Nobody's but this caller's: for calls that are not about who makes them. */
export function anyAddress(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(4))).join(".");
}
