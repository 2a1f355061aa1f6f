import Stripe from "stripe";
import { expect, test } from "vitest";
import { failureOf, StripeFailure } from "./stripeFailure";

const { errors } = Stripe;

/** As the SDK makes them of what Stripe answers. */
function refused(statusCode: number, raw: { type: string } & Record<string, unknown>) {
  return errors.StripeError.generate({ message: "Anything.", statusCode, ...raw } as never);
}

test.each([
  ["declined", 402, { type: "card_error", code: "card_declined", decline_code: "do_not_honor" }],
  ["to_confirm", 402, { type: "card_error", code: "authentication_required" }],
  [
    "to_confirm",
    402,
    { type: "card_error", code: "card_declined", decline_code: "authentication_required" },
  ],
  ["to_confirm", 402, { type: "card_error", code: "invoice_payment_intent_requires_action" }],
  ["to_confirm", 402, { type: "card_error", code: "subscription_payment_intent_requires_action" }],
  // Whatever it may be called one day: the payment itself says what it waits for.
  ["to_confirm", 402, { type: "card_error", payment_intent: { status: "requires_action" } }],
  ["missing", 404, { type: "invalid_request_error", code: "resource_missing" }],
  ["missing", 400, { type: "invalid_request_error", code: "resource_missing" }],
  ["refused", 400, { type: "invalid_request_error" }],
  ["unavailable", 409, { type: "idempotency_error", code: "idempotency_key_in_use" }],
  ["unavailable", 429, { type: "rate_limit_error", code: "rate_limit" }],
  ["unavailable", 500, { type: "api_error" }],
])("%s is told by codes and states: %i %j", (reason, status, raw) => {
  const failure = failureOf(refused(status, raw));
  expect(failure).toBeInstanceOf(StripeFailure);
  expect((failure as StripeFailure).reason).toBe(reason);
});

test("no words decide", () => {
  const words =
    "This customer has no attached payment source or default payment method. Your card was declined.";
  const failure = failureOf(refused(400, { type: "invalid_request_error", message: words }));
  expect(failure).toMatchObject({ reason: "refused", message: words });
});
