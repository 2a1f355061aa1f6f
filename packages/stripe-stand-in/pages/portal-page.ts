/** The billing portal's front page: plan, payment method, invoices. */
import { currentPeriod, firstItem } from "../engine/dues.ts";
import { productName } from "../engine/invoice-lines.ts";
import { isLive } from "../engine/schedules.ts";
import { methodOf } from "../engine/subscriptions.ts";
import { known } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { Invoice, PortalConfiguration, PortalSession, Subscription } from "../wire.ts";
import { rhythm } from "./checkout-page.ts";
import { html } from "hono/html";
import type { Html } from "./layout.ts";
import { statusBadge } from "./invoice-page.ts";
import { alert, day, dollars, page } from "./layout.ts";
import { methodLabel } from "./method-label.ts";

const NOTICES: Record<string, string> = {
  cancelled: "Your plan will be cancelled at the end of the period.",
  ended: "Your plan has been cancelled.",
  renewed: "Your plan has been renewed. It will not be cancelled.",
  card: "Your payment method has been updated.",
};

const PAST_DUE = html`<p class="alert">
  The last payment did not go through. Pay the open invoice below, or update your payment method
  before the next try.
</p>`;

export interface Portal {
  session: PortalSession;
  configuration: PortalConfiguration;
  /** The address of the front page. */
  at: string;
}

export function portalPage(
  world: World,
  { session, configuration, at }: Portal,
  { notice, refusal }: { notice: string | null; refusal: string | null },
): Response {
  const { features } = configuration;
  const ofCustomer = { customer: session.customer };
  const subscriptions = world.store.all("subscription", ofCustomer).filter(isLive);
  const noticeText = notice === null ? undefined : NOTICES[notice];
  return page({
    title: "Billing",
    status: refusal === null ? 200 : 400,
    body: html`${
        session.return_url === null
          ? null
          : html`<a class="back" href="${session.return_url}"
              ><span aria-hidden="true">←</span> Return to ${new URL(session.return_url).host}</a
            >`
      }
      <h1>${configuration.business_profile.headline ?? "Billing"}</h1>
      ${noticeText === undefined ? null : html`<p class="notice" role="status">${noticeText}</p>`}
      ${alert(refusal)}
      <section class="card" aria-labelledby="plan">
        <h2 id="plan">Current plan</h2>
        ${subscriptions.length === 0 ? html`<p>There is no plan at the moment.</p>` : null}
        ${subscriptions.map((one) => plan(world, one, { features, at }))}
      </section>
      ${features.payment_method_update.enabled ? paymentMethod(world, session, at) : null}
      ${features.invoice_history.enabled ? invoices(world, session, at) : null}`,
  });
}

function plan(
  world: World,
  subscription: Subscription,
  { features, at }: { features: PortalConfiguration["features"]; at: string },
): Html {
  const { price, quantity = 1 } = firstItem(subscription);
  const { cancel_at, status, id } = subscription;
  const isOnTrial = status === "trialing";
  return html`<article class="plan" aria-label="${productName(world, price)}">
    <header class="between">
      <h3>${productName(world, price)}</h3>
      ${cancel_at === null ? statusBadge(isOnTrial ? "trial" : status) : statusBadge("ending")}
    </header>
    <p>
      <strong>${dollars((price.unit_amount ?? 0) * quantity)}</strong> per
      ${rhythm(price.recurring)}
    </p>
    <p>
      ${
        cancel_at !== null
          ? `Your plan will be cancelled on ${day(cancel_at)}.`
          : isOnTrial
            ? `Your trial ends on ${day(currentPeriod(subscription).end)}.`
            : `Your plan renews on ${day(currentPeriod(subscription).end)}.`
      }
    </p>
    ${status === "past_due" ? PAST_DUE : null}
    ${
      !features.subscription_cancel.enabled
        ? null
        : cancel_at === null
          ? html`<p>
              <a class="button quiet" href="${at}/subscriptions/${id}/cancel">Cancel plan</a>
            </p>`
          : html`<form method="post" action="${at}/subscriptions/${id}/renew">
              <button class="primary">Don’t cancel plan</button>
            </form>`
    }
  </article>`;
}

function paymentMethod(world: World, { customer }: PortalSession, at: string): Html {
  const [live] = world.store.all("subscription", { customer }).filter(isLive);
  const id =
    live === undefined
      ? known(world, "customer", customer).invoice_settings.default_payment_method
      : methodOf(world, live);
  const method = id === null ? null : known(world, "payment_method", id);
  return html`<section class="card" aria-labelledby="method">
    <h2 id="method">Payment method</h2>
    <p>
      ${
        method === null
          ? "There is no payment method yet."
          : html`${methodLabel(method)}
            ${
              method.card === undefined
                ? null
                : html`<span class="muted"
                    >Expires ${String(method.card.exp_month).padStart(2, "0")} /
                    ${method.card.exp_year}</span
                  >`
            }`
      }
    </p>
    <p>
      <a class="button quiet" href="${at}/payment-method"
        >${method === null ? "Add payment method" : "Update payment method"}</a
      >
    </p>
  </section>`;
}

function invoices(world: World, { customer }: PortalSession, at: string): Html {
  const shown = world.store
    .all("invoice", { customer })
    .filter(({ status }) => status !== "draft")
    .reverse();
  return html`<section class="card" aria-labelledby="history">
    <h2 id="history">Invoice history</h2>
    ${
      shown.length === 0
        ? html`<p>There are no invoices yet.</p>`
        : html`<table class="invoices">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Amount</th>
                <th scope="col">Status</th>
                <th scope="col"><span class="unseen">Invoice</span></th>
              </tr>
            </thead>
            <tbody>
              ${shown.map((one) => invoiceRow(one, at))}
            </tbody>
          </table>`
    }
  </section>`;
}

function invoiceRow(invoice: Invoice, at: string): Html {
  const { id, created, total, amount_due, status, number } = invoice;
  return html`<tr>
    <td>${day(created)}</td>
    <td class="digits">${dollars(status === "open" ? amount_due : total)}</td>
    <td>${statusBadge(status ?? "")}</td>
    <td>
      <a href="${at}/invoices/${id}"
        >${status === "open" ? "Pay" : "View"}<span class="unseen"> invoice ${number}</span></a
      >
    </td>
  </tr>`;
}
