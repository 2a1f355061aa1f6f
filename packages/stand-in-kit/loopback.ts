/** The names of this machine for itself, which no web page from elsewhere can have. */
const NAME = String.raw`(?:127\.0\.0\.1|\[::1\]|(?:[a-z\d-]+\.)*localhost)`;
const HOST = new RegExp(`^${NAME}(?::\\d{1,5})?$`, "i");
const ORIGIN = new RegExp(`^https?://${NAME}(?::\\d{1,5})?$`, "i");

/**
 * Whether a `Host` header names this machine. A web page reaches a loopback port under any other name
 * by pointing a name of its own here (DNS rebinding), and would then count as being of the same origin.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && HOST.test(host);
}

/** Whether an `Origin` header is that of a page of this machine; a sandboxed page's `null` is nobody's. */
export function isLoopbackOrigin(origin: string): boolean {
  return ORIGIN.test(origin);
}
