import { lineOf, newItem, pricingOf } from "../../engine/invoice-lines.ts";
import { requireDraft, withLines } from "../../engine/invoices.ts";
import { find, findParam, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid } from "../../errors.ts";
import type { Invoice, InvoiceItem } from "../../wire.ts";
import {
  boolean,
  currency,
  fields,
  integer,
  mergeMetadata,
  metadata,
  required,
  text,
  timestamp,
} from "../params.ts";
import type { Parsed } from "../params.ts";
import { PAGE_PARAMS, pageOf } from "../paging.ts";
import { exclusive, route } from "../routing.ts";

const NEW = {
  customer: required(text),
  amount: integer(),
  currency,
  description: text,
  invoice: text,
  metadata,
  period: fields({ start: required(timestamp), end: required(timestamp) }),
  pricing: fields({ price: required(text) }),
  quantity: integer({ least: 0 }),
  subscription: text,
};

export const invoiceItemRoutes = [
  route({
    method: "POST",
    path: "/v1/invoiceitems",
    params: NEW,
    run: ({ world, params }) => create(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/invoiceitems",
    params: { ...PAGE_PARAMS, customer: text, invoice: text, pending: boolean },
    run: ({ world, params }) =>
      pageOf(world, "invoiceitem", {
        params,
        url: "/v1/invoiceitems",
        selection: { customer: params.customer, owner: params.invoice },
        where: ({ invoice }) => (params.pending ?? invoice === null) === (invoice === null),
      }),
  }),
  route({
    method: "GET",
    path: "/v1/invoiceitems/:id",
    params: {},
    run: ({ world, id }) => find(world, "invoiceitem", id),
  }),
  route({
    method: "DELETE",
    path: "/v1/invoiceitems/:id",
    params: {},
    run({ world, id }) {
      const item = find(world, "invoiceitem", id);
      world.store.remove("invoiceitem", id);
      if (item.invoice !== null) relist(world, find(world, "invoice", item.invoice));
      return { id, object: "invoiceitem", deleted: true };
    },
  }),
];

function create(world: World, given: Parsed<typeof NEW>): InvoiceItem {
  findParam(world, "customer", given.customer, "customer");
  exclusive(given, "amount", "pricing");
  const invoice =
    given.invoice === undefined ? null : findParam(world, "invoice", given.invoice, "invoice");
  if (invoice !== null) {
    requireDraft(invoice);
    if (invoice.customer !== given.customer) {
      throw invalid("The invoice belongs to another customer.", undefined, "invoice");
    }
  }
  if (given.subscription !== undefined) {
    findParam(world, "subscription", given.subscription, "subscription");
  }
  const { pricing, amount, quantity } = priced(world, given);
  const item = newItem(world, {
    amount,
    currency: "usd",
    customer: given.customer,
    description: given.description ?? null,
    invoice: given.invoice ?? null,
    metadata: mergeMetadata(null, given.metadata),
    parent:
      given.subscription === undefined
        ? null
        : {
            type: "subscription_details",
            subscription_details: { subscription: given.subscription },
          },
    period: given.period ?? { start: world.now, end: world.now },
    pricing,
    proration: false,
    quantity,
  });
  if (invoice !== null) relist(world, invoice);
  return item;
}

function priced(
  world: World,
  given: Parsed<typeof NEW>,
): Pick<InvoiceItem, "pricing" | "amount" | "quantity"> {
  const { quantity = 1 } = given;
  if (given.pricing !== undefined) {
    const price = findParam(world, "price", given.pricing.price, "pricing[price]");
    if (price.recurring !== null) {
      throw invalid(
        "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
        undefined,
        "pricing[price]",
      );
    }
    return { pricing: pricingOf(price), amount: (price.unit_amount ?? 0) * quantity, quantity };
  }
  if (given.amount === undefined) {
    throw invalid("Missing required param: amount.", "parameter_missing", "amount");
  }
  if (given.currency === undefined) {
    throw invalid("Missing required param: currency.", "parameter_missing", "currency");
  }
  const pricing = { type: "price_details" as const, unit_amount_decimal: String(given.amount) };
  return { pricing, amount: given.amount, quantity: 1 };
}

/** The draft with the lines of its current items. */
function relist(world: World, invoice: Invoice): void {
  requireDraft(invoice);
  const own = invoice.lines.data.filter(({ parent }) => itemOf(parent) === null);
  const items = world.store.all("invoiceitem", { owner: invoice.id });
  save(world, withLines(world, invoice, [...own, ...items.map(lineOf)]), "invoice.updated");
}

function itemOf(parent: Invoice["lines"]["data"][number]["parent"]): string | null {
  return (
    parent?.invoice_item_details?.invoice_item ??
    parent?.subscription_item_details?.invoice_item ??
    null
  );
}
