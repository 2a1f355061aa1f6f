/** Charges, payment intents, invoice payments, refunds and disputes. */
import { refund } from "../../engine/disputes.ts";
import { find, findParam, known } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid } from "../../errors.ts";
import type { Charge } from "../../wire.ts";
import { fields, integer, mergeMetadata, metadata, oneOf, required, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";

export const moneyRoutes = [
  route({
    method: "GET",
    path: "/v1/charges",
    params: { ...PAGE_PARAMS, customer: text, payment_intent: text },
    run: ({ world, params }) =>
      pageOf(world, "charge", {
        params,
        url: "/v1/charges",
        selection: { customer: params.customer, owner: params.payment_intent },
      }),
  }),
  route({
    method: "GET",
    path: "/v1/charges/:id",
    params: {},
    run: ({ world, id }) => find(world, "charge", id),
  }),
  route({
    method: "GET",
    path: "/v1/payment_intents",
    params: { ...PAGE_PARAMS, customer: text },
    run: ({ world, params }) =>
      pageOf(world, "payment_intent", {
        params,
        url: "/v1/payment_intents",
        selection: { customer: params.customer },
      }),
  }),
  route({
    method: "GET",
    path: "/v1/payment_intents/:id",
    params: {},
    run: ({ world, id }) => find(world, "payment_intent", id),
  }),
  route({
    method: "GET",
    path: "/v1/invoice_payments",
    params: {
      ...PAGE_PARAMS,
      invoice: text,
      payment: fields({ type: required(oneOf("payment_intent")), payment_intent: text }),
      status: oneOf("open", "paid", "canceled"),
    },
    run: ({ world, params }) =>
      pageOf(world, "invoice_payment", {
        params,
        url: "/v1/invoice_payments",
        selection: { owner: params.invoice },
        where: ({ payment, status }) =>
          (params.status ?? status) === status &&
          (params.payment?.payment_intent ?? payment.payment_intent) === payment.payment_intent,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/invoice_payments/:id",
    params: {},
    run: ({ world, id }) => find(world, "invoice_payment", id),
  }),
  route({
    method: "POST",
    path: "/v1/refunds",
    params: {
      amount: integer({ least: 1 }),
      charge: text,
      payment_intent: text,
      metadata,
      reason: oneOf("duplicate", "fraudulent", "requested_by_customer"),
    },
    run({ world, params }) {
      exclusive(params, "charge", "payment_intent");
      return refund(world, {
        charge: chargeToRefund(world, params),
        amount: params.amount,
        reason: params.reason ?? null,
        metadata: mergeMetadata(null, params.metadata),
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/refunds",
    params: { ...PAGE_PARAMS, charge: text, payment_intent: text },
    run: ({ world, params }) =>
      pageOf(world, "refund", {
        params,
        url: "/v1/refunds",
        selection: { owner: params.charge },
        where: ({ payment_intent }) => (params.payment_intent ?? payment_intent) === payment_intent,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/refunds/:id",
    params: {},
    run: ({ world, id }) => find(world, "refund", id),
  }),
  route({
    method: "GET",
    path: "/v1/disputes",
    params: { ...PAGE_PARAMS, charge: text, payment_intent: text },
    run: ({ world, params }) =>
      pageOf(world, "dispute", {
        params,
        url: "/v1/disputes",
        selection: { owner: params.charge },
        where: ({ payment_intent }) => (params.payment_intent ?? payment_intent) === payment_intent,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/disputes/:id",
    params: {},
    run: ({ world, id }) => find(world, "dispute", id),
  }),
];

function chargeToRefund(
  world: World,
  given: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (given.charge !== undefined) return findParam(world, "charge", given.charge, "charge");
  if (given.payment_intent === undefined) {
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
      "parameter_missing",
    );
  }
  const intent = findParam(world, "payment_intent", given.payment_intent, "payment_intent");
  if (intent.latest_charge === null) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  return known(world, "charge", intent.latest_charge);
}
