import { attach, detach } from "../../engine/payment-methods.ts";
import { findCardByToken } from "../../engine/test-cards.ts";
import { find, findParam, put } from "../../engine/world.ts";
import { missingParam } from "../../errors.ts";
import { cardOfNoForm, testMethod } from "../own-method.ts";
import { fields, mergeMetadata, metadata, oneOf, required, text } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

const TYPE = oneOf("card", "link", "us_bank_account");
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
        // Without a customer Stripe lists only methods without an owner.
        where: ({ customer, type }) =>
          (params.customer !== undefined || customer === null) && (params.type ?? type) === type,
      });
    },
  }),
  route({
    method: "GET",
    path: "/v1/customers/:id/payment_methods",
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
    method: "POST",
    path: "/v1/payment_methods",
    params: {
      type: required(oneOf("card")),
      card: required(fields({ token: required(text) })),
      metadata,
    },
    run({ world, params }) {
      const { token } = params.card;
      // `pm_card_visa` is created from `tok_visa`.
      const card = findCardByToken(token.replace("tok_", "pm_card_"));
      if (card === undefined || !token.startsWith("tok_")) {
        throw missingParam("token", token, "card[token]");
      }
      const method = cardOfNoForm(world, card);
      method.metadata = mergeMetadata(null, params.metadata);
      put(world, method);
      return method;
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
      const method = testMethod(world, id) ?? find(world, "payment_method", id);
      return attach(world, method, customer.id);
    },
  }),
  route({
    method: "POST",
    path: "/v1/payment_methods/:id/detach",
    params: {},
    run: ({ world, id }) => detach(world, find(world, "payment_method", id)),
  }),
];
