/** Changes the price or quantity within a period, and collects the payment for it. */
import { notSimulated } from "../errors.ts";
import type { StripeError } from "../errors.ts";
import type { Invoice, Price, Subscription, SubscriptionItem } from "../wire.ts";
import { prepareIntent } from "./charging.ts";
import type { Presence } from "./charging.ts";
import { collect, planRetry } from "./collecting.ts";
import { currentPeriod, firstItem } from "./dues.ts";
import { periodLine, prorationItem } from "./invoice-lines.ts";
import { draftInvoice, draftOfChange, finalize } from "./invoices.ts";
import { begunAt, planOf, rhythmOf, withItem } from "./new-subscription.ts";
import { awaitPayment } from "./pending-update.ts";
import { prorate } from "./proration.ts";
import { methodOf } from "./subscriptions.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";

export type PaymentBehavior =
  "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete";

export interface PriceChange {
  price: Price;
  quantity: number;
  behavior: ProrationBehavior;
  /** What happens if its invoice is not paid at once. */
  payment?: PaymentBehavior;
  presence?: Presence;
  /** Applied with the change, or pending with it. */
  cancelAtPeriodEnd?: boolean | null;
}

export interface Changed {
  subscription: Subscription;
  /** Why its invoice was not paid; null if it was. */
  error: StripeError | null;
}

/** The new price applies from now on; the period does not change. */
export function changePrice(
  world: World,
  subscription: Subscription,
  change: PriceChange,
): Changed {
  const { price, quantity, behavior } = change;
  const item = firstItem(subscription);
  const from = { price: item.price, quantity: item.quantity ?? 1 };
  const to = { price, quantity };
  if (rhythmOf(from.price).interval !== rhythmOf(price).interval) {
    throw notSimulated("a change to a price of another interval", "items[0][price]");
  }
  const isSame = from.price.id === price.id && from.quantity === quantity;
  const changedItem = { ...item, price, plan: planOf(price), quantity };
  const changed = withItem(subscription, changedItem);
  if (!isSame && behavior !== "none" && subscription.status !== "trialing") {
    for (const one of prorate(from, to, currentPeriod(subscription), world.now)) {
      prorationItem(world, changed, one);
    }
  }
  if (isSame || behavior !== "always_invoice" || subscription.status === "trialing") {
    return { subscription: save(world, changed, "customer.subscription.updated"), error: null };
  }
  const draft = draftOfChange(world, changed);
  return change.payment === "pending_if_incomplete"
    ? changeWhenPaid(world, {
        subscription,
        changed,
        wait: { item: changedItem, trialEnd: null },
        draft,
        change,
      })
    : changeAndCollect(world, { changed, draft, change });
}

export interface TrialEnding {
  /** Ends the trial, with a new price and quantity if any. */
  item: SubscriptionItem;
  payment?: PaymentBehavior;
  presence?: Presence;
  cancelAtPeriodEnd?: boolean | null;
}

/**
 * Through `trial_end: now`. It is charged at once, unlike a trial that ends by itself (the SDK's types,
 * Subscriptions.d.ts `update`: "A trial starts or ends"). The caller has checked that there is something to charge.
 */
export function endTrialNow(
  world: World,
  subscription: Subscription,
  { item, ...change }: TrialEnding,
): Changed {
  const begun = begunAt(withItem(subscription, item), world.now);
  const period = currentPeriod(begun);
  const draft = draftInvoice(world, {
    customer: begun.customer,
    subscription: begun,
    reason: "subscription_update",
    lines: [periodLine(world, begun, { period, isTrial: false })],
    period: { start: world.now, end: world.now },
    isAutomatic: false,
  });
  if (change.payment !== "pending_if_incomplete") {
    return changeAndCollect(world, { changed: begun, draft, change });
  }
  const isSame = item.price.id === firstItem(subscription).price.id;
  const wait = { item: isSame ? null : item, trialEnd: world.now };
  return changeWhenPaid(world, { subscription, changed: begun, wait, draft, change });
}

type Payment = Pick<PriceChange, "payment" | "presence" | "cancelAtPeriodEnd">;

function changeAndCollect(
  world: World,
  { changed, draft, change }: { changed: Subscription; draft: Invoice; change: Payment },
): Changed {
  const { payment = "allow_incomplete", presence = "off_session" } = change;
  const billed = { ...changed, latest_invoice: draft.id };
  save(world, billed, "customer.subscription.updated");
  const isCollected = payment !== "default_incomplete";
  const opened = finalize(world, { ...draft, auto_advance: isCollected });
  if (opened.status !== "open") return { subscription: billed, error: null };
  if (!isCollected) {
    prepareIntent(world, opened, methodOf(world, billed));
    const waiting = { ...known(world, "subscription", billed.id), status: "past_due" as const };
    return { subscription: save(world, waiting, "customer.subscription.updated"), error: null };
  }
  const { invoice, error } = collect(world, opened, { method: null, presence });
  if (error !== null) planRetry(world, invoice);
  return { subscription: known(world, "subscription", billed.id), error };
}

/** The invoice becomes the subscription's newest only if it is not paid at once. */
function changeWhenPaid(
  world: World,
  {
    subscription,
    changed,
    wait,
    draft,
    change: { presence = "off_session", cancelAtPeriodEnd = null },
  }: {
    subscription: Subscription;
    changed: Subscription;
    wait: { item: SubscriptionItem | null; trialEnd: number | null };
    draft: Invoice;
    change: Payment;
  },
): Changed {
  const opened = finalize(world, draft);
  const { error } =
    opened.status === "open" ? collect(world, opened, { method: null, presence }) : { error: null };
  if (error !== null) {
    const waiting = { ...wait, invoice: draft.id, cancelAtPeriodEnd };
    return { subscription: awaitPayment(world, subscription, waiting), error };
  }
  const billed = { ...changed, latest_invoice: draft.id };
  return { subscription: save(world, billed, "customer.subscription.updated"), error: null };
}
