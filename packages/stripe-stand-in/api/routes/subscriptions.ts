import { DAY } from "../../engine/calendar.ts";
import { firstItem } from "../../engine/dues.ts";
import { draftOfChange, finalize } from "../../engine/invoices.ts";
import { endSubscription } from "../../engine/subscription-status.ts";
import { creditRest, startSubscription } from "../../engine/subscriptions.ts";
import { find, findParam, known, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid, missing, notSimulated } from "../../errors.ts";
import type { Subscription } from "../../wire.ts";
import { ownMethod } from "../own-method.ts";
import { boolean, mergeMetadata, text } from "../params.ts";
import type { Parsed } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";
import { requireTrialEnd } from "../shared-params.ts";
import { hasEnded, incomplete, recurring, update } from "../subscription-changes.ts";
import { CANCELLATION_DETAILS, CHANGES, NEW, STATUS } from "../subscription-params.ts";

export const subscriptionRoutes = [
  route({
    method: "POST",
    path: "/v1/subscriptions",
    params: NEW,
    run: ({ world, params }) => create(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/subscriptions",
    params: { ...PAGE_PARAMS, customer: text, price: text, status: STATUS },
    run: ({ world, params }) =>
      pageOf(world, "subscription", {
        params,
        url: "/v1/subscriptions",
        selection: { customer: params.customer },
        where: (one) =>
          isListed(one, params.status) &&
          (params.price ?? firstItem(one).price.id) === firstItem(one).price.id,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/subscriptions/:id",
    params: {},
    run: ({ world, id }) => find(world, "subscription", id),
  }),
  route({
    method: "POST",
    path: "/v1/subscriptions/:id",
    params: CHANGES,
    run: ({ world, id, params }) => update(world, find(world, "subscription", id), params),
  }),
  route({
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    params: {
      cancellation_details: CANCELLATION_DETAILS,
      invoice_now: boolean,
      prorate: boolean,
    },
    run({ world, id, params }) {
      const subscription = find(world, "subscription", id);
      // Stripe calls an ended subscription missing.
      if (hasEnded(subscription)) throw missing("subscription", id);
      if (params.prorate === true) creditRest(world, subscription);
      const ended = endSubscription(world, subscription, {
        reason: "cancellation_requested",
        comment: params.cancellation_details?.comment ?? null,
        feedback: params.cancellation_details?.feedback ?? null,
      });
      if (params.invoice_now === true) invoiceWhatWaits(world, ended);
      return known(world, "subscription", id);
    },
  }),
];

function create(world: World, given: Parsed<typeof NEW>): object {
  const customer = findParam(world, "customer", given.customer, "customer");
  const [item, another] = given.items;
  if (item === undefined)
    throw invalid("Missing required param: items.", "parameter_missing", "items");
  if (another !== undefined) throw notSimulated("more than one item", "items[1]");
  exclusive(given, "trial_end", "trial_period_days");
  const { trial_end, trial_period_days } = given;
  if (trial_end !== undefined) requireTrialEnd(world, trial_end, "trial_end");
  const trialEnd =
    trial_period_days === undefined ? (trial_end ?? null) : world.now + trial_period_days * DAY;
  const method = given.default_payment_method ?? null;
  if (method !== null) ownMethod(world, customer.id, method, "default_payment_method");
  const behavior = given.payment_behavior ?? "allow_incomplete";
  if (behavior === "pending_if_incomplete") {
    throw invalid(
      "`pending_if_incomplete` is only for updates and cannot be passed when creating a subscription.",
      undefined,
      "payment_behavior",
    );
  }
  const isPaidLater = behavior === "default_incomplete";
  if (
    method === null &&
    trialEnd === null &&
    !isPaidLater &&
    customer.invoice_settings.default_payment_method === null
  ) {
    throw invalid(
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      "resource_missing",
    );
  }
  const { subscription, error } = startSubscription(
    world,
    {
      customer: customer.id,
      price: recurring(world, item.price, "items[0][price]"),
      quantity: item.quantity ?? 1,
      trialEnd,
      missingPaymentMethod:
        given.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
      paymentMethod: method,
      metadata: mergeMetadata(null, given.metadata),
      description: given.description ?? null,
    },
    isPaidLater
      ? null
      : { method: null, presence: given.off_session === true ? "off_session" : "on_session" },
  );
  if (error !== null && behavior === "error_if_incomplete") throw incomplete(error);
  return subscription;
}

function invoiceWhatWaits(world: World, subscription: Subscription): void {
  const draft = draftOfChange(world, subscription);
  save(world, { ...subscription, latest_invoice: draft.id });
  finalize(world, draft);
}

function isListed({ status }: Subscription, wanted: string | undefined): boolean {
  const ended = status === "canceled" || status === "incomplete_expired";
  if (wanted === undefined) return status !== "canceled";
  return wanted === "all" || (wanted === "ended" ? ended : wanted === status);
}
