import { attach, detach, newCard } from "../../engine/payment-methods.ts";
import { findCardByToken } from "../../engine/test-cards.ts";
import { find, findParam } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import type { PaymentMethod } from "../../wire.ts";
import { oneOf, required, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

const TYPE = oneOf("card", "link");
// A card that has no form to be entered in expires in this many years.
const YEARS_VALID = 4;

export const paymentMethodRoutes = [
  route({
    method: "GET",
    path: "/v1/payment_methods",
    params: { ...PAGE_PARAMS, customer: text, type: TYPE },
    run: ({ world, params }) => {
      if (params.customer !== undefined) findParam(world, "customer", params.customer, "customer");
      return pageOf(world, "payment_method", {
        params,
        url: "/v1/payment_methods",
        selection: { customer: params.customer },
        // Without a customer Stripe lists none that anybody owns.
        where: ({ customer, type }) =>
          (params.customer !== undefined || customer === null) && (params.type ?? type) === type,
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/customers/:customer/payment_methods",
    params: { ...PAGE_PARAMS, type: TYPE },
    run({ world, id, params }) {
      find(world, "customer", id);
      return pageOf(world, "payment_method", {
        params,
        url: `/v1/customers/${id}/payment_methods`,
        selection: { customer: id },
        where: ({ type }) => (params.type ?? type) === type,
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/payment_methods/:id",
    params: {},
    run: ({ world, id }) => find(world, "payment_method", id),
  }),
  route({
    method: "POST",
    path: "/v1/payment_methods/:id/attach",
    params: { customer: required(text) },
    run({ world, id, params }) {
      const customer = findParam(world, "customer", params.customer, "customer");
      return attach(world, fromToken(world, id) ?? find(world, "payment_method", id), customer.id);
    },
  }),
  route({
    method: "POST",
    path: "/v1/payment_methods/:id/detach",
    params: {},
    run: ({ world, id }) => detach(world, find(world, "payment_method", id)),
  }),
];

/** Stripe's own ids of test cards (`pm_card_visa`): each use makes a new payment method. */
function fromToken(world: World, id: string): PaymentMethod | null {
  const card = findCardByToken(id);
  if (card === undefined) return null;
  return newCard(world, {
    card,
    expMonth: 12,
    expYear: new Date(world.now * 1000).getUTCFullYear() + YEARS_VALID,
    name: null,
    email: null,
  });
}
