import { DAY, MINUTE, HOUR } from "../../engine/calendar.ts";
import { expireSession, lineItems, newSession } from "../../engine/checkout.ts";
import { invalid, notSimulated } from "../../errors.ts";
import { find, findParam, put, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import type { CheckoutSession, Price } from "../../wire.ts";
import {
  address,
  email,
  fields,
  integer,
  list,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  textOfAtMost,
  timestamp,
} from "../params.ts";
import type { Parsed } from "../params.ts";
import { PAGE_PARAMS, pageFrom, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";
import { BILLING_MODE_PARAM, TRIAL_SETTINGS, requireTrialEnd } from "../shared-params.ts";

const MIN_OPEN = 30 * MINUTE;
const MAX_OPEN = 24 * HOUR;
// The client computed "in 30 minutes" a moment before the request arrived.
const SLACK = MINUTE;
const MAX_REFERENCE_LENGTH = 200;
const MAX_CUSTOM_TEXT_LENGTH = 1_200;

const NEW_SESSION = {
  mode: required(oneOf("payment", "setup", "subscription")),
  customer: text,
  customer_email: email,
  client_reference_id: text,
  line_items: required(
    list(fields({ price: required(text), quantity: integer({ least: 1 }) }), { most: 20 }),
  ),
  payment_method_collection: oneOf("always", "if_required"),
  metadata,
  subscription_data: fields({
    billing_mode: BILLING_MODE_PARAM,
    description: text,
    metadata,
    trial_end: timestamp,
    trial_period_days: integer({ least: 1, most: 730 }),
    trial_settings: TRIAL_SETTINGS,
  }),
  success_url: required(address),
  cancel_url: address,
  custom_text: fields({
    submit: fields({ message: required(textOfAtMost(MAX_CUSTOM_TEXT_LENGTH)) }),
  }),
  expires_at: timestamp,
  ui_mode: oneOf("hosted_page"),
  locale: oneOf("auto", "en"),
};

export const checkoutRoutes = [
  route({
    method: "POST",
    path: "/v1/checkout/sessions",
    params: NEW_SESSION,
    run: ({ world, params }) => createSession(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/checkout/sessions",
    params: {
      ...PAGE_PARAMS,
      customer: text,
      status: oneOf("open", "complete", "expired"),
      subscription: text,
    },
    run: ({ world, params }) =>
      pageOf(world, "checkout.session", {
        params,
        url: "/v1/checkout/sessions",
        selection: { customer: params.customer, owner: params.subscription },
        where: ({ status }) => (params.status ?? status) === status,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    params: {},
    run: ({ world, id }) => find(world, "checkout.session", id),
  }),
  route({
    method: "GET",
    path: "/v1/checkout/sessions/:id/line_items",
    params: { limit: PAGE_PARAMS.limit, starting_after: text, ending_before: text },
    run({ world, id, params }) {
      const items = lineItems(world, find(world, "checkout.session", id));
      return pageFrom(items, params, `/v1/checkout/sessions/${id}/line_items`);
    },
  }),
  route({
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    params: {},
    run: ({ world, id }) => expireSession(world, find(world, "checkout.session", id)),
  }),
];

function createSession(world: World, given: Parsed<typeof NEW_SESSION>): CheckoutSession {
  if (given.mode !== "subscription") throw notSimulated(`Checkout in ${given.mode} mode`, "mode");
  exclusive(given, "customer", "customer_email");
  const [line, another] = given.line_items;
  if (line === undefined) {
    throw invalid("You must provide at least one line item.", "parameter_missing", "line_items");
  }
  if (another !== undefined) throw notSimulated("more than one line item", "line_items[1]");
  if ((given.client_reference_id ?? "").length > MAX_REFERENCE_LENGTH) {
    throw invalid(
      `client_reference_id can be up to ${MAX_REFERENCE_LENGTH} characters.`,
      undefined,
      "client_reference_id",
    );
  }
  const price = sellable(world, line.price);
  const customer =
    given.customer === undefined ? null : findParam(world, "customer", given.customer, "customer");
  const { subscription_data: data = {} as Partial<Data> } = given;
  const { trial_end: trialEnd = null, trial_period_days: trialDays = null } = data;
  exclusive(data, "trial_end", "trial_period_days");
  if (trialEnd !== null) requireTrialEnd(world, trialEnd, "subscription_data[trial_end]", 2 * DAY);
  const quantity = line.quantity ?? 1;
  const session = newSession(world, {
    price,
    quantity,
    customer,
    customerEmail: given.customer_email ?? null,
    clientReferenceId: given.client_reference_id ?? null,
    metadata: mergeMetadata(null, given.metadata),
    paymentMethodCollection: given.payment_method_collection ?? "always",
    successUrl: given.success_url,
    cancelUrl: given.cancel_url ?? null,
    submitText: given.custom_text?.submit ?? null,
    expiresAt: expiry(world, given.expires_at),
    isTrial: trialEnd !== null || trialDays !== null,
  });
  put(world, {
    id: session.id,
    object: "sim.checkout",
    priceId: price.id,
    quantity,
    trialEnd,
    trialDays,
    missingPaymentMethod:
      data.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    subscriptionMetadata: mergeMetadata(null, data.metadata),
    description: data.description ?? null,
    awaiting: null,
  });
  return save(world, session);
}

type Data = Exclude<Parsed<typeof NEW_SESSION>["subscription_data"], undefined>;

function sellable(world: World, id: string): Price {
  const price = findParam(world, "price", id, "line_items[0][price]");
  if (!price.active) {
    throw invalid(
      `The price specified is inactive. This field only accepts active prices.`,
      undefined,
      "line_items[0][price]",
    );
  }
  if (price.recurring === null) {
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      undefined,
      "line_items",
    );
  }
  return price;
}

function expiry({ now }: World, wanted: number | undefined): number {
  if (wanted === undefined) return now + MAX_OPEN;
  const open = wanted - now;
  if (open < MIN_OPEN - SLACK) {
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      undefined,
      "expires_at",
    );
  }
  if (open > MAX_OPEN + SLACK) {
    throw invalid(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      undefined,
      "expires_at",
    );
  }
  return wanted;
}
