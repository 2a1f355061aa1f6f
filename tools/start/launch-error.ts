/** An error that the person at the terminal can fix. It is shown without a stack trace. */
export class LaunchError extends Error {
  override readonly name = "LaunchError";
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
