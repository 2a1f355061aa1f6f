/** The address of a run's owner, by which the customer at Stripe can be found. */
export function emailOf(who: string, run: string): string {
  return `${who}.${run}@example.com`;
}
