/** The names by which this machine refers to itself. No web page from elsewhere can have them. */
const NAME = String.raw`(?:127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)*localhost)`;
const HOST = new RegExp(`^${NAME}(?::\\d{1,5})?$`, "i");
const ORIGIN = new RegExp(`^https?://${NAME}(?::\\d{1,5})?$`, "i");

/**
 * Whether a `Host` header names this machine. A web page can reach a loopback port under a name of its own that
 * resolves to this machine (DNS rebinding), and would then count as same-origin.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host);
}

/**
 * Whether an `Origin` header belongs to a page of this machine. A sandboxed page sends `null`, which belongs to nobody.
 */
export function isLoopbackOrigin(origin: string): boolean {
  return ORIGIN.test(origin);
}
