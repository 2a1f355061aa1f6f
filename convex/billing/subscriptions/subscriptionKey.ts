/** What work on one subscription of a customer is known by in the outbox. */
export function subscriptionKey(stripeCustomerId: string, subscriptionId: string): string {
  return `${stripeCustomerId}/${subscriptionId}`;
}

export function readSubscriptionKey(key: string): {
  stripeCustomerId: string;
  subscriptionId: string;
} {
  const [stripeCustomerId = "", subscriptionId = ""] = key.split("/");
  return { stripeCustomerId, subscriptionId };
}
