/** Logs for the developer of the page. The visitor sees a message. */
export function logFailedStart(cause: unknown): void {
  console.error("Hark: the call did not start", cause);
}
