import { planOf } from "../../../../convex/shared/plans";
import type { Snapshot } from "../snapshot.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

type Invoice = Snapshot["stripe"]["invoices"][number];

const chargesOf = ({ stripe }: Snapshot) => stripe.money.filter(({ kind }) => kind === "charge");

const ledger: Invariant = {
  rule: "every paid invoice for extra minutes is in the ledger once, with its amount",
  failures(snapshot) {
    const rows = snapshot.tables.overageCharges.filter(({ state }) => state === "paid");
    const line = (invoice: string | null | undefined, cents: number) =>
      `${invoice}: ${cents} cents`;
    const here = rows.map(({ invoiceId, amountCents }) => line(invoiceId, amountCents));
    const owners = snapshot.history.owners.filter(({ deletedAtMs }) => deletedAtMs !== null);
    const gone = owners.map(({ person }): string => person.userId);
    const there = snapshot.stripe.invoices
      .filter((invoice) => isForExtraMinutes(invoice) && invoice.amount_paid > 0)
      // After an account is deleted, its paid charges are deleted too.
      .filter((invoice) => !gone.includes(ownerOf(snapshot, invoice)))
      .map(({ id, amount_paid }) => line(id, amount_paid));
    return [
      ...without(there, here).map((one) => `taken and not written down: ${one}`),
      ...without(here, there).map((one) => `written down and not taken: ${one}`),
      ...repeated(here).map((one) => `twice: ${one}`),
    ];
  },
};

const idOf = (one: string | { id: string } | null) =>
  typeof one === "string" ? one : (one?.id ?? "");

const isForExtraMinutes = ({ metadata }: Invoice) => metadata?.overageChargeId !== undefined;

/** Also for customers that were deleted at Stripe, which Stripe no longer lists. */
const ownerOf = ({ history }: Snapshot, invoice: Invoice): string =>
  history.statusChanges.find(({ customer }) => customer === invoice.customer)?.ownerId ?? "";

const ranges: Invariant = {
  rule: "no extra minute was charged twice, without having been used, or on trial",
  failures: ({ tables }) =>
    tables.usagePeriods.flatMap(({ _id, seconds, terms }) => {
      const own = tables.overageCharges
        .filter(({ usagePeriodId, state }) => usagePeriodId === _id && state !== "void")
        .sort((a, b) => a.fromMinute - b.fromMinute);
      let upTo: number = planOf("STARTER").limits.includedMinutes;
      const wrong = own.filter(({ fromMinute, toMinute }) => {
        const isRight = fromMinute >= upTo && toMinute * 60 <= seconds && terms?.isTrial === false;
        upTo = toMinute;
        return !isRight;
      });
      return wrong.map(({ fromMinute, toMinute }) => `period ${_id}: ${fromMinute} to ${toMinute}`);
    }),
};

const paidOnce: Invariant = {
  rule: "no invoice was paid twice, and nothing was charged without an invoice",
  failures(snapshot) {
    const taken = chargesOf(snapshot);
    const paid = snapshot.stripe.invoices.filter(({ amount_paid }) => amount_paid > 0);
    return [
      ...taken
        .filter(({ invoice }) => invoice === null)
        .map(({ charge }) => `for nothing: ${charge}`),
      ...repeated(taken.flatMap(({ invoice }) => invoice ?? [])).map((id) => `twice: ${id}`),
      ...paid.flatMap(({ id, amount_paid }) => {
        const [first] = taken.filter(({ invoice }) => invoice === id);
        const isRight = first === undefined || first.amount === amount_paid;
        return isRight ? [] : [`${id}: ${first.amount} of ${amount_paid}`];
      }),
    ];
  },
};

const oneEach: Invariant = {
  rule: "an owner is one customer at Stripe, with at most one subscription",
  failures({ history, tables, stripe }) {
    const owners = stripe.customers.map(({ metadata }) => metadata.ownerId ?? "");
    const running = stripe.subscriptions
      .filter(({ status }) => !["canceled", "incomplete_expired"].includes(status))
      .map(({ customer }) => idOf(customer));
    const here = tables.customers.map(({ stripeCustomerId }) => stripeCustomerId);
    const there = stripe.customers
      .filter(({ metadata }) =>
        history.owners.some(
          ({ person, deletedAtMs }) => person.userId === metadata.ownerId && deletedAtMs === null,
        ),
      )
      .map(({ id }) => id);
    return [
      ...repeated(owners).map((id) => `two customers: owner ${id}`),
      ...repeated(running).map((id) => `two subscriptions: ${id}`),
      ...without(there, here).map((id) => `only there: ${id}`),
      ...without(here, there).map((id) => `only here: ${id}`),
    ];
  },
};

const copied: Invariant = {
  rule: "Hark shows the subscription state that Stripe has",
  failures: ({ tables, stripe }) =>
    tables.customers.flatMap(({ stripeCustomerId, subscription }) => {
      const own = stripe.subscriptions.filter(({ customer }) => customer === stripeCustomerId);
      const running = own.find(({ status }) => ["active", "trialing"].includes(status));
      const there = own.find(({ id }) => id === subscription?.stripeSubscriptionId);
      const isRight =
        (running === undefined || running.id === there?.id) &&
        subscription?.stripeStatus === there?.status &&
        (there === undefined ||
          there.status === "canceled" ||
          subscription?.cancelAtPeriodEnd === there.cancel_at_period_end ||
          there.schedule !== null);
      const shown = `${subscription?.stripeStatus}, ${subscription?.cancelAtPeriodEnd}`;
      return isRight
        ? []
        : [
            `${stripeCustomerId}: ${shown} here, ${there?.status}, ${there?.cancel_at_period_end} there`,
          ];
    }),
};

const cancelled: Invariant = {
  rule: "an owner who cancelled pays for no further month",
  failures: (snapshot) =>
    snapshot.history.owners.flatMap(({ person, lastPlanChoice, deletedAtMs }) => {
      const fromMs =
        deletedAtMs ?? (lastPlanChoice?.what === "cancel" ? lastPlanChoice.atMs : Infinity);
      return snapshot.stripe.invoices
        .filter((invoice) => ownerOf(snapshot, invoice) === person.userId)
        .filter(({ billing_reason, amount_paid, created }) => {
          const isMonth = billing_reason?.startsWith("subscription_") ?? false;
          return isMonth && amount_paid > 0 && created * 1000 > fromMs;
        })
        .map(({ id, billing_reason }) => `${person.email}: ${id}, ${billing_reason}`);
    }),
};

export const BILLING = [ledger, ranges, paidOnce, oneEach, copied, cancelled];
