/** How each subscription stood at Stripe, of which plan, and since when: what is true of who may be served. */
import type Stripe from "stripe";

export interface StatusChange {
  atMs: number;
  customer: string;
  ownerId: string;
  subscription: string;
  status: string;
  priceCents: number | null;
}

/** More than ten days make of anything. */
const MANY = { limit: 5_000 };

/** The oldest first. Whose a customer is says what happened to it, also where it is deleted by now. */
export async function changesAtStripe(stripe: Stripe): Promise<StatusChange[]> {
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
