/** Every movement of money, appended and never changed. All balances must add up to it. */
import { newId } from "../identifiers.ts";
import type { MoneyEntry } from "../storage/records.ts";
import type { Charge } from "../wire.ts";
import { put } from "./world.ts";
import type { World } from "./world.ts";

export function recordMoney(
  world: World,
  {
    charge: { id, customer, currency },
    ...entry
  }: Pick<MoneyEntry, "kind" | "amount" | "invoice"> & {
    charge: Charge;
  },
): void {
  put(world, {
    ...entry,
    id: newId("money"),
    object: "sim.money",
    currency,
    created: world.now,
    customer,
    charge: id,
  });
}

/** The invoice that a charge paid, found by its payment intent. */
export function invoiceOf(world: World, { payment_intent }: Charge): string | null {
  const payment = world.store
    .all("invoice_payment")
    .find((one) => one.payment.payment_intent === payment_intent);
  return payment?.invoice ?? null;
}
