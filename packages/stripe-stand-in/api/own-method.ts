import { newBankAccount, newCard } from "../engine/payment-methods.ts";
import { findBankByToken } from "../engine/test-banks.ts";
import { findCardByToken } from "../engine/test-cards.ts";
import type { TestCard } from "../engine/test-cards.ts";
import { invalid } from "../errors.ts";
import { findParam } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { PaymentMethod } from "../wire.ts";

// Cards that are created without a form are valid for this many years.
const YEARS_VALID = 4;

/** Also accepts Stripe's ids for tests, such as `pm_card_visa`. Each use creates a new payment method. */
export function methodToUse(world: World, id: string, param = "payment_method"): PaymentMethod {
  return testMethod(world, id) ?? findParam(world, "payment_method", id, param);
}

export function testMethod(world: World, token: string): PaymentMethod | null {
  const card = findCardByToken(token);
  if (card !== undefined) return cardOfNoForm(world, card);
  const bank = findBankByToken(token);
  return bank === undefined ? null : newBankAccount(world, bank);
}

export function cardOfNoForm(world: World, card: TestCard): PaymentMethod {
  return newCard(world, {
    card,
    expMonth: 12,
    expYear: new Date(world.now * 1000).getUTCFullYear() + YEARS_VALID,
    name: null,
    email: null,
  });
}

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
