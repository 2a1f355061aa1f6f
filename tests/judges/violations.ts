export interface JudgeOptions {
  /**
   * Whether refused requests must be valid too, as for the product's requests. Tests of the stand-in send invalid
   * requests on purpose; for them only the responses are checked.
   */
  isStrict: boolean;
}

/** Violations since the last test ended. Each worker has its own list, and runs its files one after the other. */
const found: string[] = [];

export function violation(message: string): void {
  if (!found.includes(message)) found.push(message);
}

export function takeViolations(): string[] {
  return found.splice(0);
}
