import { collect, planRetry } from "../../engine/collecting.ts";
import { lineOf } from "../../engine/invoice-lines.ts";
import {
  draftInvoice,
  finalize,
  markUncollectible,
  requireDraft,
  voidInvoice,
  withLines,
} from "../../engine/invoices.ts";
import { emit, find, findParam, known, put, save } from "../../engine/world.ts";
import type { World } from "../../engine/world.ts";
import { invalid } from "../../errors.ts";
import type { Invoice } from "../../wire.ts";
import { ownMethod } from "../own-method.ts";
import { boolean, currency, mergeMetadata, metadata, oneOf, required, text } from "../params.ts";
import type { Parsed } from "../params.ts";
import { PAGE_PARAMS, pageFrom, pageOf } from "../paging.ts";
import { route } from "../routing.ts";

const NEW = {
  customer: required(text),
  auto_advance: boolean,
  collection_method: oneOf("charge_automatically"),
  currency,
  default_payment_method: text,
  description: text,
  metadata,
  pending_invoice_items_behavior: oneOf("exclude", "include"),
  subscription: text,
};

export const invoiceRoutes = [
  route({
    method: "POST",
    path: "/v1/invoices",
    params: NEW,
    run: ({ world, params }) => create(world, params),
  }),
  route({
    method: "GET",
    path: "/v1/invoices",
    params: {
      ...PAGE_PARAMS,
      customer: text,
      subscription: text,
      status: oneOf("draft", "open", "paid", "uncollectible", "void"),
    },
    run: ({ world, params }) =>
      pageOf(world, "invoice", {
        params,
        url: "/v1/invoices",
        selection: { customer: params.customer, owner: params.subscription },
        where: ({ status }) => (params.status ?? status) === status,
      }),
  }),
  route({
    method: "GET",
    path: "/v1/invoices/:id",
    params: {},
    run: ({ world, id }) => find(world, "invoice", id),
  }),
  route({
    method: "POST",
    path: "/v1/invoices/:id",
    params: { auto_advance: boolean, description: text, metadata },
    run({ world, id, params }) {
      const invoice = find(world, "invoice", id);
      const { description = invoice.description } = params;
      if (params.description !== undefined) requireDraft(invoice);
      return save(
        world,
        {
          ...invoice,
          ...automatic(world, invoice, params.auto_advance),
          description,
          metadata: mergeMetadata(invoice.metadata, params.metadata),
        },
        "invoice.updated",
      );
    },
  }),
  route({
    method: "DELETE",
    path: "/v1/invoices/:id",
    params: {},
    run({ world, id }) {
      const invoice = find(world, "invoice", id);
      requireDraft(invoice);
      for (const item of world.store.all("invoiceitem", { owner: id })) {
        world.store.remove("invoiceitem", item.id);
      }
      world.store.remove("invoice", id);
      emit(world, "invoice.deleted", invoice);
      return { id, object: "invoice", deleted: true };
    },
  }),
  route({
    method: "GET",
    path: "/v1/invoices/:id/lines",
    params: { limit: PAGE_PARAMS.limit, starting_after: text, ending_before: text },
    run({ world, id, params }) {
      const { lines } = find(world, "invoice", id);
      return pageFrom(lines.data, params, `/v1/invoices/${id}/lines`);
    },
  }),
  route({
    method: "POST",
    path: "/v1/invoices/:id/finalize",
    params: { auto_advance: boolean },
    run({ world, id, params }) {
      const invoice = find(world, "invoice", id);
      return finalize(world, {
        ...invoice,
        auto_advance: params.auto_advance ?? invoice.auto_advance ?? false,
      });
    },
  }),
  route({
    method: "POST",
    path: "/v1/invoices/:id/pay",
    params: { off_session: boolean, payment_method: text, paid_out_of_band: oneOf("false") },
    run: ({ world, id, params }) => pay(world, find(world, "invoice", id), params),
  }),
  route({
    method: "POST",
    path: "/v1/invoices/:id/void",
    params: {},
    run: ({ world, id }) => voidInvoice(world, find(world, "invoice", id)),
  }),
  route({
    method: "POST",
    path: "/v1/invoices/:id/mark_uncollectible",
    params: {},
    run: ({ world, id }) => markUncollectible(world, find(world, "invoice", id)),
  }),
];

function create(world: World, given: Parsed<typeof NEW>): Invoice {
  const customer = findParam(world, "customer", given.customer, "customer");
  const method = given.default_payment_method ?? null;
  if (method !== null) ownMethod(world, customer.id, method, "default_payment_method");
  const subscription =
    given.subscription === undefined
      ? null
      : findParam(world, "subscription", given.subscription, "subscription");
  if (subscription !== null && subscription.customer !== customer.id) {
    throw invalid("The subscription belongs to another customer.", undefined, "subscription");
  }
  const invoice = draftInvoice(world, {
    customer: customer.id,
    subscription,
    reason: "manual",
    lines: [],
    period: { start: world.now, end: world.now },
    isAutomatic: given.auto_advance ?? false,
    metadata: mergeMetadata(null, given.metadata),
    description: given.description ?? null,
    defaultPaymentMethod: method,
  });
  if (given.pending_invoice_items_behavior !== "include" || subscription !== null) return invoice;
  const waiting = world.store
    .all("invoiceitem", { customer: customer.id })
    .filter((item) => item.invoice === null && item.parent === null);
  for (const item of waiting) put(world, { ...item, invoice: invoice.id });
  return save(world, withLines(world, invoice, waiting.map(lineOf)), "invoice.updated");
}

function automatic(
  world: World,
  invoice: Invoice,
  wanted: boolean | undefined,
): Partial<Pick<Invoice, "auto_advance" | "automatically_finalizes_at" | "next_payment_attempt">> {
  if (wanted === undefined || wanted === invoice.auto_advance) return {};
  const next = wanted ? world.now + 3600 : null;
  if (invoice.status === "draft") return { auto_advance: wanted, automatically_finalizes_at: next };
  if (invoice.status === "open") return { auto_advance: wanted, next_payment_attempt: next };
  throw invalid("This invoice is no longer open, you can't modify it.", "invoice_not_editable");
}

function pay(
  world: World,
  given: Invoice,
  params: { off_session?: boolean | undefined; payment_method?: string | undefined },
): object {
  const invoice =
    given.status === "draft" ? finalize(world, { ...given, auto_advance: false }) : given;
  // Nothing was left to pay, so finalizing has paid it.
  if (given.status === "draft" && invoice.status === "paid") return invoice;
  const method =
    params.payment_method === undefined
      ? null
      : ownMethod(world, invoice.customer ?? "", params.payment_method, "payment_method");
  const wasPlanned =
    invoice.next_payment_attempt !== null && invoice.next_payment_attempt <= world.now;
  const { invoice: tried, error } = collect(world, invoice, {
    method,
    // The customer is absent unless the caller says otherwise.
    presence: params.off_session === false ? "on_session" : "off_session",
  });
  if (error !== null && wasPlanned) planRetry(world, tried);
  // Returned and not thrown, because the attempt was made and stays on record.
  return error ?? known(world, "invoice", invoice.id);
}
