/** For whoever develops the page. The visitor reads a message. */
export function logFailedStart(cause: unknown): void {
  console.error("Hark: the call did not start", cause);
}
