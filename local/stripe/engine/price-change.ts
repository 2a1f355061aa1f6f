/** Another price or quantity in the middle of a period, and the payment that may come with it. */
import { notSimulated } from "../errors.ts";
import type { StripeError } from "../errors.ts";
import type { Invoice, Price, Subscription, SubscriptionItem } from "../wire.ts";
import { prepareIntent } from "./charging.ts";
import type { Presence } from "./charging.ts";
import { collect, planRetry } from "./collecting.ts";
import { currentPeriod, firstItem } from "./dues.ts";
import { prorationItem } from "./invoice-lines.ts";
import { draftOfChange, finalize } from "./invoices.ts";
import { planOf, rhythmOf, withItem } from "./new-subscription.ts";
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
  /** What comes of it when its invoice is not paid at once. */
  payment?: PaymentBehavior;
  presence?: Presence;
  /** Goes with the change, and waits with it. */
  cancelAtPeriodEnd?: boolean | null;
}

export interface Changed {
  subscription: Subscription;
  /** Why its invoice was not paid, or null. */
  error: StripeError | null;
}

/** From now on; the period stays. */
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
    ? changeWhenPaid(world, { subscription, changed, changedItem, draft, change })
    : changeAndCollect(world, { changed, draft, change });
}

function changeAndCollect(
  world: World,
  { changed, draft, change }: { changed: Subscription; draft: Invoice; change: PriceChange },
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

/** The invoice is the subscription's newest only once it has not been paid at once. */
function changeWhenPaid(
  world: World,
  {
    subscription,
    changed,
    changedItem,
    draft,
    change: { presence = "off_session", cancelAtPeriodEnd = null },
  }: {
    subscription: Subscription;
    changed: Subscription;
    changedItem: SubscriptionItem;
    draft: Invoice;
    change: PriceChange;
  },
): Changed {
  const opened = finalize(world, draft);
  const { error } =
    opened.status === "open" ? collect(world, opened, { method: null, presence }) : { error: null };
  if (error !== null) {
    const wait = { item: changedItem, invoice: draft.id, cancelAtPeriodEnd };
    return { subscription: awaitPayment(world, subscription, wait), error };
  }
  const billed = { ...changed, latest_invoice: draft.id };
  return { subscription: save(world, billed, "customer.subscription.updated"), error: null };
}
