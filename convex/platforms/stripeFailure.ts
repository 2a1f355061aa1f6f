import Stripe from "stripe";

export type StripeFailureReason =
  /** The bank or Stripe refused to take the money; the message is meant for who pays. */
  | "declined"
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

function reasonOf(error: InstanceType<typeof Stripe.errors.StripeError>): StripeFailureReason {
  if (error instanceof Stripe.errors.StripeCardError) return "declined";
  if (error instanceof Stripe.errors.StripeRateLimitError) return "unavailable";
  if (error instanceof Stripe.errors.StripeConnectionError) return "unavailable";
  if (error.statusCode === 404) return "missing";
  if (error.statusCode === 409 || (error.statusCode ?? 500) >= 500) return "unavailable";
  // Stripe has no code of its own for this, and says it in the same words everywhere.
  if (error.message.includes("no attached payment source or default payment method")) {
    return "no_payment_method";
  }
  return error.code === "resource_missing" ? "missing" : "refused";
}
