import { planOf } from "../../../../convex/shared/plans";
import type { Books } from "../books.ts";
import { repeated, without } from "./invariant.ts";
import type { Invariant } from "./invariant.ts";

type Invoice = Books["stripe"]["invoices"][number];

const chargesOf = ({ stripe }: Books) => stripe.money.filter(({ kind }) => kind === "charge");

const ledger: Invariant = {
  says: "every invoice for extra minutes that was paid stands in the ledger once, with its amount",
  complaints(books) {
    const rows = books.ours.overageCharges.filter(({ state }) => state === "paid");
    const line = (invoice: string | null | undefined, cents: number) =>
      `${invoice}: ${cents} cents`;
    const here = rows.map(({ invoiceId, amountCents }) => line(invoiceId, amountCents));
    const owners = books.lived.owners.filter(({ deletedAtMs }) => deletedAtMs !== null);
    const gone = owners.map(({ person }): string => person.userId);
    const there = books.stripe.invoices
      .filter((invoice) => isForExtraMinutes(invoice) && invoice.amount_paid > 0)
      // Of a deleted account nothing is kept once it is paid.
      .filter((invoice) => !gone.includes(ownerOf(books, invoice)))
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

/** Also of customers whom Stripe deleted with their account, and lists no longer. */
const ownerOf = ({ lived }: Books, invoice: Invoice): string =>
  lived.standings.find(({ customer }) => customer === invoice.customer)?.ownerId ?? "";

const ranges: Invariant = {
  says: "no extra minute was charged twice, none that was not talked, and none on trial",
  complaints: ({ ours }) =>
    ours.usagePeriods.flatMap(({ _id, seconds, terms }) => {
      const own = ours.overageCharges
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
  says: "nobody paid an invoice twice, or anything that no invoice asks for",
  complaints(books) {
    const taken = chargesOf(books);
    const paid = books.stripe.invoices.filter(({ amount_paid }) => amount_paid > 0);
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
  says: "an owner is one customer at Stripe, with one subscription at most",
  complaints({ lived, ours, stripe }) {
    const owners = stripe.customers.map(({ metadata }) => metadata.ownerId ?? "");
    const running = stripe.subscriptions
      .filter(({ status }) => !["canceled", "incomplete_expired"].includes(status))
      .map(({ customer }) => idOf(customer));
    const here = ours.customers.map(({ stripeCustomerId }) => stripeCustomerId);
    const there = stripe.customers
      .filter(({ metadata }) =>
        lived.owners.some(
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
  says: "what we show of a plan is what Stripe says",
  complaints: ({ ours, stripe }) =>
    ours.customers.flatMap(({ stripeCustomerId, subscription }) => {
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
  says: "who cancelled a plan pays for no further month",
  complaints: (books) =>
    books.lived.owners.flatMap(({ person, saidOfPlan, deletedAtMs }) => {
      const fromMs = deletedAtMs ?? (saidOfPlan?.what === "cancel" ? saidOfPlan.atMs : Infinity);
      return books.stripe.invoices
        .filter((invoice) => ownerOf(books, invoice) === person.userId)
        .filter(({ billing_reason, amount_paid, created }) => {
          const isMonth = billing_reason?.startsWith("subscription_") ?? false;
          return isMonth && amount_paid > 0 && created * 1000 > fromMs;
        })
        .map(({ id, billing_reason }) => `${person.email}: ${id}, ${billing_reason}`);
    }),
};

export const OF_MONEY = [ledger, ranges, paidOnce, oneEach, copied, cancelled];
