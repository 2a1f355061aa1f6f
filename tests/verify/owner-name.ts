/** Owners of a run have addresses by which they are found at Stripe too. */
export function emailOf(who: string, run: string): string {
  return `${who}.${run}@example.com`;
}
