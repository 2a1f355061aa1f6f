/**
 * Stripe's test mode for cases that otherwise run on the stand-in. A case sees only what it has created itself, and
 * uses test clocks instead of the stand-in's single clock.
 */
import type Stripe from "stripe";
import type { TestStripe } from "../contract/stripe/stand-in.ts";
import { needs } from "./remote.ts";
import type { Remote, RemoteStripe } from "./remote.ts";
import { connectStripe } from "./stripe-client.ts";
import { accountOf } from "./stripe-view.ts";
import type { AccountView } from "./stripe-view.ts";
import { clocksOf } from "./stripe-clocks.ts";

const DAY_S = 86_400;

/**
 * Payment methods instead of card numbers, because there is no page to enter them (docs.stripe.com/testing). Cards that
 * require a confirmation need the page.
 */
export const METHOD_OF_CARD: Record<string, string> = {
  "4242424242424242": "pm_card_visa",
  "4000000000000341": "pm_card_chargeCustomerFail",
  "4000000000000259": "pm_card_createDispute",
};

export function startRemoteStripe(run: Remote["run"], remote: RemoteStripe): TestStripe {
  let view = open();

  function open(): AccountView {
    return accountOf(remote, { run, clocks: clocksOf(remote, run) });
  }

  const stripe: Stripe = connectStripe(remote, (...request) => view.fetch(...request));
  return {
    stripe,
    hasPages: false,
    get standIn(): never {
      return needs("control");
    },
    get clock(): never {
      return needs("control");
    },
    get received(): never {
      return needs("webhooks");
    },
    get answers(): never {
      return needs("webhooks");
    },
    get endpointUrl(): never {
      return needs("webhooks");
    },
    now: () => view.clocks.now(),
    advanceDays: (days) => view.clocks.advance(Math.round(days * DAY_S)),
    async control(command) {
      if (command !== "reset") needs("control");
      await view.clocks.remove();
      view = open();
      return {};
    },
    look: async (what) => (what === "ledger" ? ledgerOf(stripe, view) : needs("control")),
    raw: (address, init = {}) =>
      view.fetch(new URL(address, view.origin).href, {
        redirect: "manual",
        ...init,
        headers: { Authorization: `Bearer ${remote.key}`, ...init.headers },
      }),
    onlyHere: () => needs("standIn"),
    restart: async () => needs("process"),
    close: () => view.clocks.remove(),
  };
}

/** The same ledger as the stand-in's, from the API's charges. */
async function ledgerOf(stripe: Stripe, view: AccountView): Promise<Record<string, unknown>> {
  const charges: Stripe.Charge[] = [];
  for (const customer of view.customers) {
    const found = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({
      limit: 1_000,
    });
    charges.push(...found.filter(({ paid }) => paid));
  }
  charges.sort((a, b) => a.created - b.created);
  const sumOf = (part: (charge: Stripe.Charge) => number) =>
    charges.reduce((sum, charge) => sum + part(charge), 0);
  const charged = sumOf(({ amount }) => amount);
  const refunded = sumOf(({ amount_refunded }) => amount_refunded);
  const disputed = sumOf(({ amount, disputed: is }) => (is ? amount : 0));
  return {
    balance: charged - refunded - disputed,
    charged,
    refunded,
    disputed,
    entries: charges.map(({ amount }) => ({ amount })),
  };
}
