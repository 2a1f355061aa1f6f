/** The page of one invoice: its lines, and a form to pay it while it is open. */
import { collect, defaultMethod } from "../engine/collecting.ts";
import { failAuthentication } from "../engine/charging.ts";
import { mustConfirmOnSession, attach, newCard } from "../engine/payment-methods.ts";
import { known, put } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import { StripeError } from "../errors.ts";
import type { Invoice, PaymentMethod } from "../wire.ts";
import { AUTHENTICATION_FAILED, authenticationPage } from "./authentication-page.ts";
import { cardFields, readCard, testCards } from "./card-form.ts";
import type { Entered, FieldErrors } from "./card-form.ts";
import { html } from "hono/html";
import type { Html } from "./layout.ts";
import { alert, day, dollars, page, redirect } from "./layout.ts";
import { methodLabel } from "./method-label.ts";
import type { Visit } from "./visit.ts";

export interface InvoiceVisit {
  invoice: string;
  /** The address of this page. */
  at: string;
  /** The record of the payment that waits for authentication. */
  link: string;
  back: { href: string; label: string } | null;
}

interface State {
  entered: Entered;
  errors: FieldErrors;
  refusal: string | null;
}

export function visitInvoice(
  visit: Visit,
  step: string | undefined,
  place: InvoiceVisit,
): Response {
  const { simulator, method, entered } = visit;
  const shown = (state: State) =>
    simulator.run((world) =>
      invoicePage(world, known(world, "invoice", place.invoice), place, state),
    );
  const fresh: State = { entered: {}, errors: {}, refusal: null };
  try {
    if (step === "authenticate") {
      if (method === "GET") return simulator.run((world) => authentication(world, place));
      const methodId = takeAwaiting(visit, place);
      if (methodId === null) return redirect(place.at);
      const refusal = simulator.run((world) => {
        const found = known(world, "payment_method", methodId);
        if (entered.answer === "complete") return settle(world, place.invoice, found);
        failAuthentication(world, known(world, "invoice", place.invoice), found);
        return AUTHENTICATION_FAILED;
      });
      return refusal === null ? redirect(place.at) : shown({ ...fresh, refusal });
    }
    if (method === "GET") return shown(fresh);
    return simulator.run((world) => submit(world, place, entered));
  } catch (error) {
    if (error instanceof StripeError) return shown({ ...fresh, refusal: error.message });
    throw error;
  }
}

function submit(world: World, place: InvoiceVisit, entered: Entered): Response {
  const invoice = known(world, "invoice", place.invoice);
  if (invoice.status !== "open") return redirect(place.at);
  const saved = defaultMethod(world, invoice);
  if (entered.with === "saved" && saved !== null) return payWith(world, place, saved);
  const answer = readCard(entered, world.now * 1000);
  switch (answer.kind) {
    case "empty":
      return invoicePage(world, invoice, place, {
        entered,
        errors: { number: "Enter the card number." },
        refusal: "Enter your card's details.",
      });
    case "wrong":
      return invoicePage(world, invoice, place, {
        entered,
        errors: answer.errors,
        refusal: answer.refusal ?? "Check the details of your card.",
      });
    case "card": {
      const card = newCard(world, { ...answer.card, email: invoice.customer_email });
      put(world, card);
      return payWith(world, place, attach(world, card, invoice.customer ?? ""));
    }
  }
}

function payWith(world: World, place: InvoiceVisit, method: PaymentMethod): Response {
  const invoice = known(world, "invoice", place.invoice);
  if (mustConfirmOnSession(world, method)) {
    const awaiting = { paymentMethod: method.id, invoice: invoice.id };
    const link = world.store.get("sim.portal", place.link);
    put(world, { id: place.link, object: "sim.portal", session: link?.session ?? "", awaiting });
    return redirect(`${place.at}/authenticate`);
  }
  const refusal = settle(world, invoice.id, method);
  if (refusal === null) return redirect(place.at);
  const tried = known(world, "invoice", place.invoice);
  return invoicePage(world, tried, place, { entered: {}, errors: {}, refusal });
}

/** A refused attempt stays on record, so its reason is returned and not thrown. */
function settle(world: World, id: string, method: PaymentMethod): string | null {
  const { error } = collect(world, known(world, "invoice", id), {
    method,
    presence: "confirmed",
  });
  return error?.message ?? null;
}

function authentication(world: World, place: InvoiceVisit): Response {
  const awaiting = world.store.get("sim.portal", place.link)?.awaiting;
  if (awaiting?.invoice !== place.invoice) return redirect(place.at);
  const { amount_remaining } = known(world, "invoice", place.invoice);
  return authenticationPage(
    `${place.at}/authenticate`,
    `a payment of ${dollars(amount_remaining)}`,
  );
}

function takeAwaiting({ simulator }: Visit, place: InvoiceVisit): string | null {
  return simulator.run((world) => {
    const link = world.store.get("sim.portal", place.link);
    if (link?.awaiting?.invoice !== place.invoice) return null;
    put(world, { ...link, awaiting: null });
    return link.awaiting.paymentMethod;
  });
}

function invoicePage(world: World, invoice: Invoice, place: InvoiceVisit, state: State): Response {
  const { status } = invoice;
  return page({
    title: `Invoice ${invoice.number ?? ""}`,
    status: state.refusal === null ? 200 : 402,
    body: html`${
        place.back === null
          ? null
          : html`<a class="back" href="${place.back.href}"
              ><span aria-hidden="true">←</span> ${place.back.label}</a
            >`
      }
      <section class="card">
        <header class="between">
          <h1>Invoice ${invoice.number}</h1>
          ${statusBadge(status ?? "draft")}
        </header>
        <p>${day(invoice.created)}</p>
        <dl class="totals">
          ${invoice.lines.data.map(
            ({ description, amount }) =>
              html`<div>
                <dt>${description ?? "Charge"}</dt>
                <dd>${dollars(amount)}</dd>
              </div>`,
          )}
          <div class="total">
            <dt>${status === "paid" ? "Paid" : "Amount due"}</dt>
            <dd>${dollars(status === "paid" ? invoice.amount_paid : invoice.amount_remaining)}</dd>
          </div>
        </dl>
        ${status === "paid" ? html`<p role="status" class="notice">This invoice is paid.</p>` : null}
        ${status === "open" ? payForm(world, invoice, place, state) : null}
      </section>`,
  });
}

function payForm(world: World, invoice: Invoice, place: InvoiceVisit, state: State): Html {
  const saved = defaultMethod(world, invoice);
  const amount = dollars(invoice.amount_remaining);
  return html`${alert(state.refusal)}
    ${
      saved === null
        ? null
        : html`<form method="post" action="${place.at}">
            <button class="primary" name="with" value="saved">
              Pay ${amount} with ${methodLabel(saved)}
            </button>
          </form>`
    }
    <form method="post" action="${place.at}" novalidate>
      <h2>${saved === null ? "Pay with a card" : "Or pay with another card"}</h2>
      ${cardFields({ errors: state.errors, isOptional: false, name: state.entered.name ?? "" })}
      <button class="${saved === null ? "primary" : "quiet"}" name="with" value="new">
        Pay ${amount}
      </button>
    </form>
    ${testCards()}`;
}

export function statusBadge(status: string): Html {
  const words: Record<string, string> = { uncollectible: "Uncollectible" };
  const text =
    words[status] ?? `${status.charAt(0).toUpperCase()}${status.slice(1)}`.replace("_", " ");
  return html`<span class="badge ${status}">${text}</span>`;
}
