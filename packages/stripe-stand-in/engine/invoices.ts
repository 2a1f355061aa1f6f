/** An invoice's life: draft, open, and then paid, void or uncollectible. */
import { invalid } from "../errors.ts";
import { newId, randomText } from "../identifiers.ts";
import type { Invoice, InvoiceLine, Subscription } from "../wire.ts";
import { HOUR } from "./calendar.ts";
import { cancelIntent } from "./charging.ts";
import { lineOf, pendingItems } from "./invoice-lines.ts";
import { known, put, save, settings } from "./world.ts";
import type { World } from "./world.ts";
import { followInvoice } from "./subscription-status.ts";

/** Below this amount Stripe charges nothing and adds the amount to the customer's balance. */
const MIN_CHARGE_CENTS = 50;
/** How long Stripe leaves an automatic draft open to changes. */
const DRAFT_TIME = HOUR;

export interface Draft {
  customer: string;
  subscription: Subscription | null;
  reason: "manual" | "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: InvoiceLine[];
  period: { start: number; end: number };
  /** Whether it is finalized and charged automatically. */
  isAutomatic: boolean;
  metadata?: Record<string, string>;
  description?: string | null;
  defaultPaymentMethod?: string | null;
}

/** Drafts an invoice of the pending items of a changed subscription. */
export function draftOfChange(world: World, subscription: Subscription): Invoice {
  return draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_update",
    lines: [],
    period: { start: world.now, end: world.now },
    isAutomatic: false,
  });
}

export function draftInvoice(world: World, draft: Draft): Invoice {
  const customer = known(world, "customer", draft.customer);
  const { subscription } = draft;
  const id = newId("in");
  const invoice: Invoice = {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Simulated account",
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.isAutomatic,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: draft.isAutomatic ? world.now + DRAFT_TIME : null,
    billing_reason: draft.reason,
    collection_method: "charge_automatically",
    created: world.now,
    currency: "usd",
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: draft.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: [],
    description: draft.description ?? null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: draft.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent:
      subscription === null
        ? null
        : {
            type: "subscription_details",
            quote_details: null,
            subscription_details: {
              metadata: subscription.metadata,
              subscription: subscription.id,
            },
          },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: draft.period.end,
    period_start: draft.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  const pending = subscription === null ? [] : pendingItems(world, subscription);
  const lines = [...pending.map(lineOf), ...draft.lines];
  for (const item of pending) put(world, { ...item, invoice: id });
  return save(world, withLines(world, invoice, lines), "invoice.created");
}

/** The draft with these lines, and its recalculated sums. */
export function withLines(world: World, invoice: Invoice, lines: InvoiceLine[]): Invoice {
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const data = lines.map((line) => ({ ...line, invoice: invoice.id }));
  const { due } = settle(total, balanceOf(world, invoice));
  return {
    ...invoice,
    lines: { ...invoice.lines, data },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    amount_due: due,
    amount_remaining: due,
  };
}

export function requireDraft(invoice: Invoice): void {
  if (invoice.status !== "draft") {
    throw invalid(
      "This invoice is already finalized, you can't modify it.",
      "invoice_not_editable",
    );
  }
}

/** Fixes the sums, uses the customer's balance, and marks the invoice as paid if nothing is left to pay. */
export function finalize(world: World, draft: Invoice): Invoice {
  if (draft.status !== "draft") {
    throw invalid(
      "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
      "invoice_not_editable",
    );
  }
  const balance = balanceOf(world, draft);
  const { due, left } = settle(draft.total, balance);
  const numbers = settings(world);
  put(world, { ...numbers, nextInvoiceNumber: numbers.nextInvoiceNumber + 1 });
  const opened: Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: world.now,
    ending_balance: left,
    hosted_invoice_url: `${world.url}/i/${draft.id}${randomText(24)}`,
    number: `SIM-${String(numbers.nextInvoiceNumber).padStart(6, "0")}`,
    // An automatic invoice is charged as soon as it is open.
    next_payment_attempt: draft.auto_advance === true && due > 0 ? world.now : null,
    starting_balance: balance,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: world.now },
  };
  save(world, opened, "invoice.finalized");
  if (left !== balance) {
    const customer = known(world, "customer", draft.customer ?? "");
    save(world, { ...customer, balance: left }, "customer.updated");
  }
  return due === 0 ? markPaid(world, opened) : opened;
}

export function markPaid(world: World, invoice: Invoice): Invoice {
  const paid: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: world.now },
  };
  save(world, paid, "invoice.updated", "invoice.paid", "invoice.payment_succeeded");
  followInvoice(world, paid);
  return paid;
}

export function voidInvoice(world: World, invoice: Invoice): Invoice {
  requireUnpaid(invoice, "void");
  const voided: Invoice = {
    ...invoice,
    amount_remaining: invoice.amount_due,
    next_payment_attempt: null,
    status: "void",
    status_transitions: { ...invoice.status_transitions, voided_at: world.now },
  };
  save(world, voided, "invoice.updated", "invoice.voided");
  cancelIntent(world, invoice);
  returnCredit(world, invoice);
  followInvoice(world, voided);
  return voided;
}

export function markUncollectible(world: World, invoice: Invoice): Invoice {
  if (invoice.status === "uncollectible") return invoice;
  requireUnpaid(invoice, "mark uncollectible");
  const lost: Invoice = {
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "uncollectible",
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: world.now },
  };
  save(world, lost, "invoice.updated", "invoice.marked_uncollectible");
  followInvoice(world, lost);
  return lost;
}

function requireUnpaid({ status, id }: Invoice, act: string): void {
  if (status === "open" || status === "uncollectible") return;
  throw invalid(
    `You can only pass in open invoices to ${act}; invoice ${id} is ${status ?? "unknown"}.`,
    "status_transition_invalid",
  );
}

/** Returns the part of the customer's balance that a voided invoice had used. */
function returnCredit(world: World, { customer: id, starting_balance, ending_balance }: Invoice) {
  const used = (ending_balance ?? starting_balance) - starting_balance;
  const customer = world.store.get("customer", id ?? "");
  if (used === 0 || customer === null) return;
  save(world, { ...customer, balance: customer.balance - used }, "customer.updated");
}

function balanceOf(world: World, invoice: Invoice): number {
  return world.store.get("customer", invoice.customer ?? "")?.balance ?? 0;
}

/** The amount to pay, and the remaining balance of the customer (negative is credit). */
function settle(total: number, balance: number): { due: number; left: number } {
  const sum = total + balance;
  return sum >= MIN_CHARGE_CENTS ? { due: sum, left: 0 } : { due: 0, left: sum };
}
