import { createHash } from "node:crypto";
import { StripeError, invalid } from "../errors.ts";
import { newId } from "../identifiers.ts";
import type { Customer, PaymentMethod } from "../wire.ts";
import { findCard } from "./test-cards.ts";
import type { Decline, TestCard } from "./test-cards.ts";
import type { TestBank } from "./test-banks.ts";
import { known, put, save, settings } from "./world.ts";
import type { World } from "./world.ts";

export interface CardDetails {
  card: TestCard;
  expMonth: number;
  expYear: number;
  name: string | null;
  email: string | null;
}

/** A card without an owner. */
export function newCard(world: World, details: CardDetails): PaymentMethod {
  const { card, expMonth, expYear } = details;
  const id = newId("pm");
  put(world, { id, object: "sim.card", number: card.number, isAuthenticated: false });
  return {
    ...blank(world, id, details),
    type: "card",
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(world, details),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: card.confirmation !== "never" },
      wallet: null,
    },
  };
}

/** Equal for equal numbers, and reveals nothing else about them (the SDK's types, PaymentMethods.d.ts). */
function fingerprintOf(world: World, { card: { number }, email }: CardDetails): string {
  const isOwn = settings(world).sameNumberIs === "a_card_per_email";
  const card = isOwn ? `${email ?? ""} ${number}` : number;
  return createHash("sha256").update(card).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 16);
}

/** Link pays without showing the card or account behind it: no brand, no digits. */
export function newLink(world: World, email: string): PaymentMethod {
  return {
    ...blank(world, newId("pm"), { name: null, email }),
    type: "link",
    link: { email },
  };
}

/** Verified, like the test accounts of Stripe's own tokens. */
export function newBankAccount(world: World, { last4 }: TestBank): PaymentMethod {
  return {
    ...blank(world, newId("pm"), { name: null, email: null }),
    type: "us_bank_account",
    us_bank_account: {
      account_holder_type: "individual",
      account_type: "checking",
      bank_name: "STRIPE TEST BANK",
      financial_connections_account: null,
      fingerprint: null,
      last4,
      networks: { preferred: "ach", supported: ["ach"] },
      routing_number: "110000000",
      status_details: {},
    },
  };
}

function blank(world: World, id: string, { name, email }: Pick<CardDetails, "name" | "email">) {
  return {
    id,
    object: "payment_method" as const,
    allow_redisplay: "limited" as const,
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    created: world.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  };
}

export function cardOf(world: World, method: PaymentMethod): TestCard | null {
  const onFile = world.store.get("sim.card", method.id);
  return onFile === null ? null : (findCard(onFile.number) ?? null);
}

/** Whether saving or paying requires the owner's confirmation while they are present. */
export function mustConfirmOnSession(world: World, method: PaymentMethod): boolean {
  return (cardOf(world, method)?.confirmation ?? "never") !== "never";
}

/** Whether the bank requires a confirmation although the owner is absent. */
export function mustConfirmOffSession(world: World, method: PaymentMethod): boolean {
  const confirmation = cardOf(world, method)?.confirmation ?? "never";
  if (confirmation === "never") return false;
  return (
    confirmation === "always" || world.store.get("sim.card", method.id)?.isAuthenticated !== true
  );
}

export function markAuthenticated(world: World, method: PaymentMethod): void {
  const onFile = world.store.get("sim.card", method.id);
  if (onFile !== null) put(world, { ...onFile, isAuthenticated: true });
}

export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer !== null) {
    throw invalid(
      "The payment method you provided has already been attached to a customer.",
      "payment_method_unexpected_state",
    );
  }
  const decline = cardOf(world, method)?.saving;
  if (decline) throw cardError(decline, method);
  return save(world, { ...method, customer }, "payment_method.attached");
}

/** Detaching is final, and whatever had it as its default has no default now. */
export function detach(world: World, method: PaymentMethod): PaymentMethod {
  const { customer: customerId } = method;
  if (customerId === null) {
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method_unexpected_state",
    );
  }
  const customer = known(world, "customer", customerId);
  if (customer.invoice_settings.default_payment_method === method.id) {
    setDefault(world, customer, null);
  }
  for (const subscription of world.store.all("subscription", { customer: customerId })) {
    if (subscription.default_payment_method !== method.id) continue;
    save(world, { ...subscription, default_payment_method: null }, "customer.subscription.updated");
  }
  return save(world, { ...method, customer: null }, "payment_method.detached");
}

export function setDefault(world: World, customer: Customer, method: string | null): Customer {
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method };
  return save(world, { ...customer, invoice_settings }, "customer.updated");
}

export function cardError(
  { code, decline_code, message }: Decline,
  payment_method: PaymentMethod,
  more: { payment_intent?: object; charge?: string } = {},
): StripeError {
  return new StripeError({
    status: 402,
    type: "card_error",
    code,
    decline_code,
    message,
    payment_method,
    ...more,
  });
}
