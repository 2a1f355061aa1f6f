import { DAY } from "../../engine/calendar.ts";
import {
  cancelAt,
  cancelAtPeriodEnd,
  refuseWhileScheduled,
  takeBackCancellation,
} from "../../engine/cancellation.ts";
import { currentPeriod, firstItem } from "../../engine/dues.ts";
import { draftInvoice, finalize } from "../../engine/invoices.ts";
import { endSubscription } from "../../engine/subscription-status.ts";
import {
  changePrice,
  creditRest,
  endTrial,
  startSubscription,
} from "../../engine/subscriptions.ts";
import { find, findParam, known, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid, missing, notSimulated } from "../../errors.ts";
import type { Price, Subscription } from "../../wire.ts";
import { ownMethod } from "../own-method.ts";
import {
  boolean,
  fields,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
} from "../params.ts";
import type { Parsed, Rule } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";
import {
  BILLING_MODE_PARAM,
  PRORATION,
  TRIAL_SETTINGS,
  requireTrialEnd,
} from "../shared-params.ts";

const PAYMENT_BEHAVIOR = oneOf("allow_incomplete", "error_if_incomplete");
const QUANTITY = integer({ least: 1 });
const CANCELLATION_DETAILS = fields({
  comment: unsettable(text),
  feedback: unsettable(
    oneOf(
      "customer_service",
      "low_quality",
      "missing_features",
      "other",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
    ),
  ),
});

const PERIOD_END = oneOf("min_period_end", "max_period_end");

const END: Rule<number | ReturnType<typeof PERIOD_END.parse>> = {
  parse: (value, name) =>
    typeof value === "string" && value.endsWith("_period_end")
      ? PERIOD_END.parse(value, name)
      : timestamp.parse(value, name),
};

const NEW = {
  customer: required(text),
  items: required(list(fields({ price: required(text), quantity: QUANTITY }))),
  billing_mode: BILLING_MODE_PARAM,
  default_payment_method: text,
  description: text,
  metadata,
  payment_behavior: PAYMENT_BEHAVIOR,
  off_session: boolean,
  trial_end: timestamp,
  trial_period_days: integer({ least: 1, most: 730 }),
  trial_settings: TRIAL_SETTINGS,
};

const CHANGES = {
  cancel_at: unsettable(END),
  cancel_at_period_end: boolean,
  cancellation_details: CANCELLATION_DETAILS,
  default_payment_method: unsettable(text),
  description: unsettable(text),
  items: list(fields({ id: text, price: text, quantity: QUANTITY })),
  metadata,
  off_session: boolean,
  payment_behavior: PAYMENT_BEHAVIOR,
  proration_behavior: PRORATION,
  trial_end: oneOf("now"),
  trial_settings: TRIAL_SETTINGS,
};

const STATUS = oneOf(
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
);

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
      // Stripe speaks of an ended subscription as of none.
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
  if (
    method === null &&
    trialEnd === null &&
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
    { method: null, isPresent: given.off_session !== true },
  );
  if (error !== null && given.payment_behavior === "error_if_incomplete") throw error;
  return subscription;
}

function update(world: World, current: Subscription, given: Parsed<typeof CHANGES>): object {
  const { cancellation_details: details, metadata: tags, ...rest } = given;
  const others = Object.values(rest).filter((value) => value !== undefined);
  if (hasEnded(current) && others.length > 0) {
    throw invalid(
      "A canceled subscription can only update its cancellation_details and metadata.",
      "invalid_canceled_subscription_fields",
    );
  }
  exclusive(given, "cancel_at", "cancel_at_period_end");
  const id = current.id;
  save(world, withPlainFields(world, current, given), "customer.subscription.updated");
  if (given.items !== undefined) changeItem(world, known(world, "subscription", id), given);
  if (given.trial_end === "now") {
    const subscription = known(world, "subscription", id);
    if (subscription.status !== "trialing") {
      throw invalid("This subscription is not on trial.", undefined, "trial_end");
    }
    endTrial(world, subscription);
  }
  changeCancellation(world, known(world, "subscription", id), given);
  if (details !== undefined) {
    const subscription = known(world, "subscription", id);
    const { comment, feedback } = details;
    save(
      world,
      {
        ...subscription,
        cancellation_details: {
          feedback_option: null,
          reason: subscription.cancellation_details?.reason ?? null,
          comment:
            comment === undefined ? (subscription.cancellation_details?.comment ?? null) : comment,
          feedback:
            feedback === undefined
              ? (subscription.cancellation_details?.feedback ?? null)
              : feedback,
        },
      },
      "customer.subscription.updated",
    );
  }
  return known(world, "subscription", id);
}

function withPlainFields(
  world: World,
  current: Subscription,
  given: Parsed<typeof CHANGES>,
): Subscription {
  const { default_payment_method: method, description, trial_settings } = given;
  if (typeof method === "string") {
    ownMethod(world, current.customer, method, "default_payment_method");
  }
  return {
    ...current,
    default_payment_method: method === undefined ? current.default_payment_method : method,
    description: description === undefined ? current.description : description,
    metadata: mergeMetadata(current.metadata, given.metadata),
    trial_settings:
      trial_settings === undefined
        ? current.trial_settings
        : { end_behavior: { billing_cycle_anchor: null, ...trial_settings.end_behavior } },
  };
}

function changeItem(world: World, current: Subscription, given: Parsed<typeof CHANGES>): void {
  const item = firstItem(current);
  const [change, another] = given.items ?? [];
  if (change === undefined) return;
  // Without the item's id Stripe adds a second one, which is rarely what was meant.
  if (another !== undefined || change.id === undefined)
    throw notSimulated("more than one item", "items");
  if (change.id !== item.id) {
    throw invalid(`No such subscription item: '${change.id}'`, "resource_missing", "items[0][id]");
  }
  const price =
    change.price === undefined ? item.price : recurring(world, change.price, "items[0][price]");
  const { error } = changePrice(world, current, {
    price,
    quantity: change.quantity ?? item.quantity ?? 1,
    behavior: given.proration_behavior ?? "create_prorations",
  });
  // Thrown, so that nothing of the change remains.
  if (error !== null && given.payment_behavior === "error_if_incomplete") throw error;
}

function changeCancellation(
  world: World,
  current: Subscription,
  { cancel_at, cancel_at_period_end }: Parsed<typeof CHANGES>,
): void {
  if (cancel_at === undefined && cancel_at_period_end === undefined) return;
  refuseWhileScheduled(current);
  if (cancel_at_period_end === true) cancelAtPeriodEnd(world, current);
  // In flexible billing this takes back only what it has set itself, not a date.
  if (cancel_at_period_end === false && current.cancel_at_period_end) {
    takeBackCancellation(world, current);
  }
  if (cancel_at === null) takeBackCancellation(world, current);
  else if (cancel_at !== undefined) {
    cancelAt(
      world,
      current,
      typeof cancel_at === "number" ? cancel_at : currentPeriod(current).end,
    );
  }
}

function invoiceWhatWaits(world: World, subscription: Subscription): void {
  const draft = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_update",
    lines: [],
    period: { start: world.now, end: world.now },
    isAutomatic: false,
  });
  save(world, { ...subscription, latest_invoice: draft.id });
  finalize(world, draft);
}

function recurring(world: World, id: string, param: string): Price {
  const price = findParam(world, "price", id, param);
  if (price.recurring !== null && price.active) return price;
  throw invalid(
    price.active
      ? `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`
      : "The price specified is inactive. This field only accepts active prices.",
    price.active ? "parameter_invalid" : "price_inactive",
    param,
  );
}

function isListed({ status }: Subscription, wanted: string | undefined): boolean {
  const ended = status === "canceled" || status === "incomplete_expired";
  if (wanted === undefined) return status !== "canceled";
  return wanted === "all" || (wanted === "ended" ? ended : wanted === status);
}

function hasEnded({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}
