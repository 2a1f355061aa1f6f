/** The key of jobs about one subscription of a customer. */
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
