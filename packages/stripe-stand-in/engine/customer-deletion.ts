import type { Customer } from "../wire.ts";
import { expireSession } from "./checkout.ts";
import { detach } from "./payment-methods.ts";
import { isLive } from "./schedules.ts";
import { endSubscription } from "./subscription-status.ts";
import { emit } from "./world.ts";
import type { World } from "./world.ts";

export interface DeletedCustomer {
  id: string;
  object: "customer";
  deleted: true;
}

/** Deletes a customer: subscriptions end immediately, and cards are detached. */
export function deleteCustomer(world: World, customer: Customer): DeletedCustomer {
  const { store } = world;
  const ofCustomer = { customer: customer.id };
  for (const subscription of store.all("subscription", ofCustomer)) {
    if (isLive(subscription) || subscription.status === "incomplete") {
      endSubscription(world, subscription, { reason: null });
    }
  }
  for (const session of store.all("checkout.session", ofCustomer)) {
    if (session.status === "open") expireSession(world, session);
  }
  for (const method of store.all("payment_method", ofCustomer)) detach(world, method);
  const last = store.get("customer", customer.id) ?? customer;
  store.remove("customer", customer.id);
  const deleted: DeletedCustomer = { id: customer.id, object: "customer", deleted: true };
  store.put({ ...deleted, object: "sim.deleted_customer" });
  emit(world, "customer.deleted", last);
  return deleted;
}
