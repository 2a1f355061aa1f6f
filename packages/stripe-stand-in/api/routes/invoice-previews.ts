/** Previews of a subscription's next invoice, optionally after a change. */
import { firstItem } from "../../engine/dues.ts";
import { draftOfChange } from "../../engine/invoices.ts";
import { changePrice } from "../../engine/price-change.ts";
import { advanceSubscription } from "../../engine/subscriptions.ts";
import { findParam, known } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { StripeError, invalid, notSimulated } from "../../errors.ts";
import { randomText } from "../../identifiers.ts";
import type { Invoice, Subscription } from "../../wire.ts";
import { fields, integer, list, required, text } from "../params.ts";
import type { Parsed } from "../params.ts";
import { Preview, route } from "../routing.ts";
import { PRORATION } from "../shared-params.ts";
import { hasEnded, recurring } from "../subscription-changes.ts";

const ID_LENGTH = 24;

const PREVIEW = {
  customer: text,
  subscription: text,
  subscription_details: fields({
    items: list(fields({ id: required(text), price: text, quantity: integer({ least: 1 }) })),
    proration_behavior: PRORATION,
  }),
};

export const invoicePreviewRoutes = [
  route({
    method: "POST",
    path: "/v1/invoices/create_preview",
    params: PREVIEW,
    run: ({ world, params }) => new Preview(preview(world, params)),
  }),
];

function preview(world: World, given: Parsed<typeof PREVIEW>): Invoice {
  if (given.subscription === undefined) {
    throw notSimulated("a preview without a subscription", "subscription");
  }
  const subscription = findParam(world, "subscription", given.subscription, "subscription");
  if (given.customer !== undefined && given.customer !== subscription.customer) {
    throw invalid("The subscription belongs to another customer.", undefined, "subscription");
  }
  const created = world.now;
  const { items, proration_behavior: behavior = "create_prorations" } =
    given.subscription_details ?? {};
  const changed = items === undefined ? subscription : change(world, subscription, items, behavior);
  const isAtOnce = items !== undefined && behavior === "always_invoice";
  const invoice = isAtOnce ? draftOfChange(world, changed) : invoiceOfRenewal(world, changed);
  // The SDK's types show this prefix.
  const id = `upcoming_in_${randomText(ID_LENGTH)}`;
  const data = invoice.lines.data.map((line) => ({ ...line, invoice: id }));
  return {
    ...invoice,
    id,
    billing_reason: "upcoming",
    created,
    lines: { ...invoice.lines, data, url: `/v1/invoices/${id}/lines` },
  };
}

type Items = NonNullable<NonNullable<Parsed<typeof PREVIEW>["subscription_details"]>["items"]>;

function change(
  world: World,
  subscription: Subscription,
  [wanted, another]: Items,
  behavior: "always_invoice" | "create_prorations" | "none",
): Subscription {
  const item = firstItem(subscription);
  if (wanted === undefined || another !== undefined) {
    throw notSimulated("more than one item", "subscription_details[items]");
  }
  const at = "subscription_details[items][0]";
  if (wanted.id !== item.id) {
    throw invalid(`No such subscription item: '${wanted.id}'`, "resource_missing", `${at}[id]`);
  }
  const price =
    wanted.price === undefined ? item.price : recurring(world, wanted.price, `${at}[price]`);
  const quantity = wanted.quantity ?? item.quantity ?? 1;
  // Not collected, because this is a preview. The pending items make up its invoice.
  const waiting = behavior === "always_invoice" ? "create_prorations" : behavior;
  return changePrice(world, subscription, { price, quantity, behavior: waiting }).subscription;
}

function invoiceOfRenewal(world: World, subscription: Subscription): Invoice {
  const before = subscription.latest_invoice;
  if (!hasEnded(subscription)) {
    world.now = firstItem(subscription).current_period_end;
    advanceSubscription(world, subscription);
  }
  const { latest_invoice } = known(world, "subscription", subscription.id);
  if (latest_invoice !== null && latest_invoice !== before) {
    return known(world, "invoice", latest_invoice);
  }
  throw new StripeError({
    status: 404,
    type: "invalid_request_error",
    code: "invoice_upcoming_none",
    message: `No upcoming invoices for customer: ${subscription.customer}`,
  });
}
