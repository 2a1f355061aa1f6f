/** While a payment is disputed, we charge nothing automatically and visitors are not served. */
import type { Doc } from "../../_generated/dataModel";

type Customer = Doc<"customers">;

export function isDisputed(customer: Customer | null): boolean {
  return (customer?.disputes ?? []).length > 0;
}
