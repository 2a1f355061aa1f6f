/** The state and price of each subscription at Stripe over time, from Stripe's events. */
import type Stripe from "stripe";

export interface StatusChange {
  atMs: number;
  customer: string;
  ownerId: string;
  subscription: string;
  status: string;
  priceCents: number | null;
}

/** More than ten days can create. */
const MANY = { limit: 5_000 };

/** Oldest first. Owners come from the customers' events, because a customer may be deleted by now. */
export async function subscriptionChanges(stripe: Stripe): Promise<StatusChange[]> {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray(MANY);
  const owners = new Map<string, string>();
  for (const { type, data } of events) {
    if (type !== "customer.created" && type !== "customer.updated") continue;
    owners.set(data.object.id, data.object.metadata.ownerId ?? "");
  }
  return events
    .flatMap(({ created, type, data: { object } }) => {
      if (!type.startsWith("customer.subscription.")) return [];
      const { id, customer: of, status, items } = object as Stripe.Subscription;
      const customer = typeof of === "string" ? of : of.id;
      const ownerId = owners.get(customer) ?? "";
      const priceCents = items.data[0]?.price.unit_amount ?? null;
      return [{ atMs: created * 1000, customer, ownerId, subscription: id, status, priceCents }];
    })
    .reverse();
}
