/** Collects open invoices: automatically, through the API, or by the customer on a page. */
import { invalid } from "../errors.ts";
import type { StripeError } from "../errors.ts";
import type { Invoice, PaymentMethod } from "../wire.ts";
import { DAY } from "./calendar.ts";
import { charge, isProcessing } from "./charging.ts";
import type { Presence } from "./charging.ts";
import { finalize, markPaid } from "./invoices.ts";
import { endSubscription, followProcessing, followRefusal } from "./subscription-status.ts";
import { AUTHENTICATION_REQUIRED } from "./test-cards.ts";
import { emit, save } from "./world.ts";
import type { World } from "./world.ts";

/** The delays between the attempts for an automatic invoice. After the last attempt the subscription ends. */
const RETRY_AFTER = [3 * DAY, 5 * DAY, 7 * DAY];

export interface Payer {
  /** Null: the default of the invoice, the subscription or the customer. */
  method: PaymentMethod | null;
  presence: Presence;
}

export type Collected =
  { invoice: Invoice; error: null } | { invoice: Invoice; error: StripeError };

/**
 * Makes one attempt. A refusal is returned and not thrown, so that the attempt stays on record. If the payment takes
 * days, the invoice stays open, without an error.
 */
export function collect(world: World, invoice: Invoice, payer: Payer): Collected {
  if (invoice.status === "paid") {
    throw invalid("Invoice is already paid", undefined);
  }
  if (invoice.status !== "open" && invoice.status !== "uncollectible") {
    throw invalid(`Invoice ${invoice.id} is ${invoice.status ?? "unknown"} and cannot be paid.`);
  }
  if (isProcessing(world, invoice)) {
    const message = `Invoice ${invoice.id} has a payment that is processing and cannot be paid again.`;
    throw invalid(message, "payment_intent_unexpected_state");
  }
  const method = payer.method ?? defaultMethod(world, invoice);
  const result = method === null ? null : charge(world, invoice, method, payer.presence);
  const tried = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (result?.state === "paid") return { invoice: markPaid(world, tried), error: null };
  if (result?.state === "processing") {
    const pending: Invoice = { ...tried, next_payment_attempt: null };
    save(world, pending, "invoice.updated");
    followProcessing(world, pending);
    return { invoice: pending, error: null };
  }
  const error = result?.error ?? noPaymentMethod();
  const refused: Invoice = {
    ...tried,
    next_payment_attempt: laterThan(world.now, invoice.next_payment_attempt),
  };
  save(world, refused, "invoice.updated", "invoice.payment_failed");
  if (asksToConfirm(error)) {
    emit(world, "invoice.payment_action_required", refused);
  }
  followRefusal(world, refused);
  return { invoice: refused, error };
}

/** Whether the payment failed only because its owner must confirm it. */
export function asksToConfirm({ details: { code } }: StripeError): boolean {
  return code === AUTHENTICATION_REQUIRED.code || code === "invoice_payment_intent_requires_action";
}

/** Runs when an automatic invoice is due. */
export function advanceInvoice(world: World, invoice: Invoice): void {
  if (invoice.status === "draft") {
    finalize(world, invoice);
    return;
  }
  const { invoice: tried, error } = collect(world, invoice, {
    method: null,
    presence: "off_session",
  });
  if (error !== null) planRetry(world, tried);
}

/** Schedules the next attempt after an automatic one was refused, if any is left. */
export function planRetry(world: World, invoice: Invoice): void {
  const wait = RETRY_AFTER[invoice.attempt_count - 1];
  if (wait !== undefined) {
    const next_payment_attempt = world.now + wait;
    save(world, { ...invoice, next_payment_attempt }, "invoice.updated");
    return;
  }
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = id === undefined ? null : world.store.get("subscription", id);
  if (subscription?.status === "past_due") {
    endSubscription(world, subscription, { reason: "payment_failed" });
  }
}

export function defaultMethod(world: World, invoice: Invoice): PaymentMethod | null {
  const subscription = invoice.parent?.subscription_details?.subscription;
  const id =
    invoice.default_payment_method ??
    (subscription === undefined
      ? null
      : world.store.get("subscription", subscription)?.default_payment_method) ??
    world.store.get("customer", invoice.customer ?? "")?.invoice_settings.default_payment_method;
  return typeof id === "string" ? world.store.get("payment_method", id) : null;
}

/** A manual attempt does not change when the next automatic one is due. */
function laterThan(now: number, planned: number | null): number | null {
  return planned !== null && planned > now ? planned : null;
}

/** Quoted in many repositories (github.com/search, "set on this Customer or Invoice"), but without a code. */
function noPaymentMethod(): StripeError {
  return invalid("There is no `default_payment_method` set on this Customer or Invoice.");
}
