/** An amount in Stripe's texts: `$1000.00`. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
