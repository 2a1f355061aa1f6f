import Stripe from "stripe";

export type StripeFailureReason =
  /** The bank or Stripe declined the payment. The message is for the owner. */
  | "declined"
  /** The bank wants the owner to confirm the payment on Stripe's page. */
  | "to_confirm"
  /** There is no payment method. */
  | "no_payment_method"
  /** The object does not exist, or was deleted. */
  | "missing"
  /** Stripe refuses the request in the current state. */
  | "refused"
  /** Stripe did not respond, or asked to retry later. Whether it executed the request is unknown. */
  | "unavailable";

export class StripeFailure extends Error {
  override readonly name = "StripeFailure";
  readonly reason: StripeFailureReason;

  constructor(reason: StripeFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Runs a request, and turns Stripe's errors into `StripeFailure`. */
export async function withStripeErrors<T>(request: () => Promise<T>): Promise<T> {
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
 * Stripe's codes for a payment that the owner has to confirm: off session, of an invoice, of a subscription
 * (stripe.com/docs/error-codes; the last one github.com/flutter-stripe/flutter_stripe/issues/1551).
 */
const TO_CONFIRM = [
  "authentication_required",
  "invoice_payment_intent_requires_action",
  "payment_intent_action_required",
  "subscription_payment_intent_requires_action",
];

/** Uses codes and states. Messages are for people, and Stripe may change them. */
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
