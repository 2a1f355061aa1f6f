/** Logs something that needs a person's attention. Operators watch the log for the word ALERT. */
export function alertOperator(message: string, details: Record<string, unknown>): void {
  console.error(`ALERT ${message}`, details);
}
