/** A subscription's status follows its newest invoice: paid makes it active, refused makes it past due. */
import type { Invoice, Subscription } from "../wire.ts";
import { applyUpdate, discardUpdate } from "./pending-update.ts";
import { endSchedule } from "./schedule-ending.ts";
import { put, save } from "./world.ts";
import type { World } from "./world.ts";

/** Called after an invoice was paid, or will not be collected. */
export function followInvoice(world: World, invoice: Invoice): void {
  const subscription = latestOf(world, invoice);
  if (subscription === null) return;
  const { status, pending_update } = subscription;
  if (pending_update !== null) {
    if (invoice.status === "paid") applyUpdate(world, subscription);
    if (invoice.status === "void") discardUpdate(world, subscription);
    return;
  }
  if (status === "incomplete") {
    if (invoice.status === "paid") activate(world, subscription);
    if (invoice.status === "void") expire(world, subscription);
  } else if (status === "past_due" || status === "unpaid") {
    activate(world, subscription);
  }
}

/**
 * A first payment from a bank account activates the subscription when it is confirmed, days before the money is taken.
 */
export function followProcessing(world: World, invoice: Invoice): void {
  const subscription = latestOf(world, invoice);
  if (subscription?.status === "incomplete") activate(world, subscription);
}

/** Called after a payment was refused. */
export function followRefusal(world: World, invoice: Invoice): void {
  const subscription = latestOf(world, invoice);
  // A pending update has not changed the subscription yet.
  if (subscription?.status !== "active" || subscription.pending_update !== null) return;
  save(world, { ...subscription, status: "past_due" }, "customer.subscription.updated");
}

export interface Ending {
  reason: "cancellation_requested" | "payment_failed" | null;
  feedback?: string | null;
  comment?: string | null;
}

/** Ends the subscription for good. Open invoices stay open, but are not collected automatically. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  { reason, feedback = null, comment = null }: Ending,
): Subscription {
  const former = subscription.cancellation_details;
  const ended: Subscription = {
    ...subscription,
    status: "canceled",
    canceled_at: subscription.canceled_at ?? world.now,
    ended_at: world.now,
    cancellation_details: {
      comment: comment ?? former?.comment ?? null,
      feedback: feedback ?? former?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? former?.reason ?? null,
    },
    pending_update: null,
    schedule: null,
  };
  if (subscription.schedule !== null) endSchedule(world, subscription.schedule, "canceled");
  for (const invoice of world.store.all("invoice", { owner: subscription.id })) {
    if (invoice.status !== "draft" && invoice.status !== "open") continue;
    const { auto_advance, automatically_finalizes_at, next_payment_attempt } = invoice;
    if (
      auto_advance !== true &&
      automatically_finalizes_at === null &&
      next_payment_attempt === null
    )
      continue;
    save(
      world,
      {
        ...invoice,
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      },
      "invoice.updated",
    );
  }
  return save(world, ended, "customer.subscription.deleted");
}

/** The first invoice was not paid in time, so the subscription never starts. */
export function expire(world: World, subscription: Subscription): void {
  save(
    world,
    { ...subscription, status: "incomplete_expired", ended_at: world.now },
    "customer.subscription.updated",
  );
}

function activate(world: World, subscription: Subscription): void {
  const notes = world.store.get("sim.subscription", subscription.id);
  if (notes !== null) put(world, { ...notes, firstPaymentDueBy: null });
  save(world, { ...subscription, status: "active" }, "customer.subscription.updated");
}

function latestOf(world: World, invoice: Invoice): Subscription | null {
  const id = invoice.parent?.subscription_details?.subscription;
  const subscription = id === undefined ? null : world.store.get("subscription", id);
  return subscription?.latest_invoice === invoice.id ? subscription : null;
}
