import { invalid } from "../errors.ts";
import { findParam } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { PaymentMethod } from "../wire.ts";

/** A payment method named by a parameter, which must be this customer's. */
export function ownMethod(
  world: World,
  customer: string,
  id: string,
  param: string,
): PaymentMethod {
  const method = findParam(world, "payment_method", id, param);
  if (method.customer === customer) return method;
  throw invalid(
    "The customer does not have a payment method with the ID " +
      `${id}. The payment method must be attached to the customer.`,
    "resource_missing",
    param,
  );
}
