import Stripe from "stripe";

export type StripeFailureReason =
  /** The bank or Stripe refused to take the money; the message is meant for who pays. */
  | "declined"
  /** The bank wants its customer to confirm the payment, on a page of Stripe's. */
  | "to_confirm"
  /** There is nothing to take the money from. */
  | "no_payment_method"
  /** What was named is not there, or no longer. */
  | "missing"
  /** Stripe will not do it in the present state. */
  | "refused"
  /** Stripe did not answer, or asked to come back later. Whether it acted is unknown. */
  | "unavailable";

export class StripeFailure extends Error {
  override readonly name = "StripeFailure";
  readonly reason: StripeFailureReason;

  constructor(reason: StripeFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Runs a request, and says in our own terms why it failed. */
export async function asking<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw failureOf(error);
  }
}

export function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return new StripeFailure(reasonOf(error), error.message, { cause: error });
}

/**
 * What Stripe calls a payment that its owner has to confirm: off session, of an invoice, of a
 * subscription (stripe.com/docs/error-codes; the last one github.com/flutter-stripe/flutter_stripe/issues/1551).
 */
const TO_CONFIRM = [
  "authentication_required",
  "invoice_payment_intent_requires_action",
  "payment_intent_action_required",
  "subscription_payment_intent_requires_action",
];

/** By codes and states. Words are for whoever pays, and Stripe changes them as it likes. */
function reasonOf(error: InstanceType<typeof Stripe.errors.StripeError>): StripeFailureReason {
  const { code, decline_code, payment_intent } = error;
  if (
    TO_CONFIRM.includes(code ?? "") ||
    TO_CONFIRM.includes(decline_code ?? "") ||
    payment_intent?.status === "requires_action"
  ) {
    return "to_confirm";
  }
  if (error instanceof Stripe.errors.StripeCardError) return "declined";
  if (error instanceof Stripe.errors.StripeRateLimitError) return "unavailable";
  if (error instanceof Stripe.errors.StripeConnectionError) return "unavailable";
  if (error.statusCode === 404) return "missing";
  if (error.statusCode === 409 || (error.statusCode ?? 500) >= 500) return "unavailable";
  return code === "resource_missing" ? "missing" : "refused";
}
