/** Lines of invoices, and the pending items that become lines. */
import { newId } from "../identifiers.ts";
import type { InvoiceItem, InvoiceLine, Price, Subscription } from "../wire.ts";
import { firstItem } from "./dues.ts";
import type { Proration, Span } from "./proration.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";
import { dollars } from "./money.ts";

/** One period of a subscription's item, at full price, or free on a trial. */
export function periodLine(
  world: World,
  subscription: Subscription,
  { period, isTrial }: { period: Span; isTrial: boolean },
): InvoiceLine {
  const { id, price, quantity = 1 } = firstItem(subscription);
  const name = productName(world, price);
  const amount = isTrial ? 0 : (price.unit_amount ?? 0) * quantity;
  return {
    ...blankLine(price.currency, amount),
    description: isTrial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ${dollars(price.unit_amount ?? 0)} / ${price.recurring?.interval ?? "once"})`,
    metadata: subscription.metadata,
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: id,
      },
    },
    period,
    pricing: pricingOf(price),
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
  };
}

/** A pending item for the credit or debit of a price change. */
export function prorationItem(
  world: World,
  subscription: Subscription,
  { amount, price, quantity, text }: Proration,
): InvoiceItem {
  const { id, current_period_end } = firstItem(subscription);
  const day = new Date(world.now * 1000).toISOString().slice(0, 10);
  return newItem(world, {
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    description: `${text} ${productName(world, price)} after ${day}`,
    invoice: null,
    metadata: subscription.metadata,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, subscription_item: id },
    },
    period: { start: world.now, end: current_period_end },
    pricing: pricingOf(price),
    proration: true,
    quantity,
  });
}

export type NewItem = Pick<
  InvoiceItem,
  | "amount"
  | "currency"
  | "customer"
  | "description"
  | "invoice"
  | "metadata"
  | "parent"
  | "period"
  | "pricing"
  | "proration"
  | "quantity"
>;

export function newItem(world: World, details: NewItem): InvoiceItem {
  const item: InvoiceItem = {
    ...details,
    id: newId("ii"),
    object: "invoiceitem",
    customer_account: null,
    date: world.now,
    // Stripe takes no discount off a proration, because its price already includes it.
    discountable: !details.proration,
    discounts: [],
    livemode: false,
    net_amount: details.amount,
    quantity_decimal: String(details.quantity),
    tax_rates: [],
    test_clock: null,
  };
  return save(world, item, "invoiceitem.created");
}

export function lineOf(item: InvoiceItem): InvoiceLine {
  const details = item.parent?.subscription_details;
  const subscription = details?.subscription ?? null;
  const proration_details = { credited_items: null };
  const { proration } = item;
  return {
    ...blankLine(item.currency, item.amount),
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata ?? {},
    parent:
      details?.subscription_item === undefined
        ? {
            type: "invoice_item_details",
            invoice_item_details: {
              invoice_item: item.id,
              proration,
              proration_details,
              subscription,
            },
            subscription_item_details: null,
          }
        : {
            type: "subscription_item_details",
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: item.id,
              proration,
              proration_details,
              subscription,
              subscription_item: details.subscription_item,
            },
          },
    period: item.period,
    pricing: item.pricing,
    quantity: item.quantity,
    quantity_decimal: item.quantity_decimal,
    subscription,
  };
}

/** Pending items for the next invoice of this subscription. */
export function pendingItems(world: World, subscription: Subscription): InvoiceItem[] {
  return world.store.all("invoiceitem", { customer: subscription.customer }).filter((item) => {
    const itsOwn = item.parent?.subscription_details?.subscription ?? subscription.id;
    return item.invoice === null && itsOwn === subscription.id;
  });
}

export function pricingOf(price: Price): InvoiceItem["pricing"] {
  return {
    type: "price_details",
    price_details: { price: price.id, product: price.product },
    unit_amount_decimal: String(price.unit_amount ?? 0),
  };
}

export function productName(world: World, price: Price): string {
  return known(world, "product", price.product).name;
}

function blankLine(currency: string, amount: number) {
  return {
    id: newId("il"),
    object: "line_item" as const,
    amount,
    currency,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    pretax_credit_amounts: [],
    subtotal: amount,
    taxes: [],
  };
}
