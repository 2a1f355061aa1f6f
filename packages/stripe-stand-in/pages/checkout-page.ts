/** The hosted checkout: what is bought, and the form that pays for it. */
import { isCardOptional, trialEndOf } from "../engine/checkout.ts";
import { productName } from "../engine/invoice-lines.ts";
import { known } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { CheckoutSession } from "../wire.ts";
import { cardFields, testCards } from "./card-form.ts";
import type { Entered, FieldErrors } from "./card-form.ts";
import { html } from "hono/html";
import type { Html } from "./layout.ts";
import { alert, day, dollars, page } from "./layout.ts";

export interface CheckoutState {
  entered: Entered;
  errors: FieldErrors & { email?: string };
  /** Why the last attempt was refused. */
  refusal: string | null;
}

export function checkoutPage(
  world: World,
  session: CheckoutSession,
  { entered, errors, refusal }: CheckoutState,
): Response {
  const isTrial = session.amount_total === 0;
  const isOptional = isCardOptional(session);
  const email = session.customer_details?.email ?? null;
  const isLink = entered.method === "link";
  return page({
    title: isTrial ? "Start your trial" : "Subscribe",
    isWide: true,
    leadsTo: [session.success_url],
    status: refusal === null ? 200 : 402,
    body: html`${summary(world, session)}
      <section class="card" aria-labelledby="pay">
        <h2 id="pay">${isTrial ? "Start your trial" : "Pay with"}</h2>
        ${alert(refusal)}
        <form method="post" action="/c/pay/${session.id}" novalidate>
          ${emailField(email, errors.email, entered.email ?? "")}
          <fieldset class="methods">
            <legend>Payment method${isOptional ? " (optional)" : null}</legend>
            <label
              ><input type="radio" name="method" value="card" ${isLink ? null : html`checked`} />
              Card</label
            >
            <label
              ><input type="radio" name="method" value="link" ${isLink ? html`checked` : null} />
              Link</label
            >
          </fieldset>
          ${
            isOptional
              ? html`<p class="hint when-card">
                  Leave the card empty to start without one. You can add it later.
                </p>`
              : null
          }
          ${cardFields({ errors, isOptional, name: entered.name ?? "" })}
          <p class="hint when-link">Link pays without telling the seller which card it uses.</p>
          ${session.custom_text.submit === null ? null : html`<p class="small">${session.custom_text.submit.message}</p>`}
          <button class="primary">${isTrial ? "Start trial" : "Subscribe"}</button>
          ${terms(world, session)}
        </form>
        ${testCards()}
      </section>`,
  });
}

function summary(world: World, session: CheckoutSession): Html {
  const plan = known(world, "sim.checkout", session.id);
  const price = known(world, "price", plan.priceId);
  const product = known(world, "product", price.product);
  const full = (price.unit_amount ?? 0) * plan.quantity;
  const every = rhythm(price.recurring);
  const trialEnd = trialEndOf(world, plan);
  return html`<section class="summary" aria-labelledby="what">
    ${
      session.cancel_url === null
        ? null
        : html`<a class="back" href="${session.cancel_url}"
            ><span aria-hidden="true">←</span> Back</a
          >`
    }
    <h1 id="what">${trialEnd === null ? "Subscribe to" : "Try"} ${productName(world, price)}</h1>
    <p class="amount">
      ${
        trialEnd === null
          ? html`${dollars(full)} <small>per ${every}</small>`
          : html`${trialLength(world, trialEnd)} free`
      }
    </p>
    ${trialEnd === null ? null : html`<p>Then ${dollars(full)} per ${every}</p>`}
    ${product.description === null ? null : html`<p>${product.description}</p>`}
    <dl class="totals">
      <div>
        <dt>
          ${product.name}${plan.quantity > 1 ? ` × ${plan.quantity}` : null}${trialEnd === null ? null : `, due on ${day(trialEnd)}`}
        </dt>
        <dd>${dollars(full)}</dd>
      </div>
      <div class="total">
        <dt>Total due today</dt>
        <dd>${dollars(session.amount_total ?? 0)}</dd>
      </div>
    </dl>
  </section>`;
}

function terms(world: World, session: CheckoutSession): Html {
  const plan = known(world, "sim.checkout", session.id);
  const ends = plan.missingPaymentMethod === "cancel";
  return html`<p class="small">
    ${
      session.amount_total !== 0
        ? "The subscription renews by itself until you cancel it."
        : isCardOptional(session) && ends
          ? "Without a payment method the trial simply ends. With one, the subscription goes on until you cancel it."
          : "After the trial the subscription goes on until you cancel it."
    }
  </p>`;
}

function emailField(known: string | null, error: string | undefined, entered: string): Html {
  if (known !== null) {
    return html`<dl class="known">
      <dt>Email</dt>
      <dd>${known}</dd>
    </dl>`;
  }
  return html`<div class="field">
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="email"
      aria-required="true"
      value="${entered}"
      ${error === undefined ? null : html`aria-invalid="true" aria-describedby="email-error" autofocus`}
    />
    ${error === undefined ? null : html`<p class="error" id="email-error">${error}</p>`}
  </div>`;
}

function trialLength({ now }: World, end: number): string {
  const days = Math.round((end - now) / 86_400);
  return days === 1 ? "1 day" : `${days} days`;
}

export function rhythm(recurring: { interval: string; interval_count: number } | null): string {
  if (recurring === null) return "once";
  const { interval, interval_count: count } = recurring;
  return count === 1 ? interval : `${count} ${interval}s`;
}
