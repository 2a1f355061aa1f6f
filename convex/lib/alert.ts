/** Something that a person should look at. Whoever runs the product watches the log for the word. */
export function alertOperator(message: string, details: Record<string, unknown>): void {
  console.error(`ALERT ${message}`, details);
}
