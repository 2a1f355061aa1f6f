/** The checkout's pages: /c/pay/:session and its authentication. */
import { completeSession, isCardOptional } from "../engine/checkout.ts";
import {
  mustConfirmOnSession,
  cardOf,
  markAuthenticated,
  newCard,
  newLink,
} from "../engine/payment-methods.ts";
import { known, put } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import { StripeError } from "../errors.ts";
import type { CheckoutSession, PaymentMethod } from "../wire.ts";
import { AUTHENTICATION_FAILED, authenticationPage } from "./authentication-page.ts";
import { readCard } from "./card-form.ts";
import type { Entered } from "./card-form.ts";
import { checkoutPage } from "./checkout-page.ts";
import type { CheckoutState } from "./checkout-page.ts";
import { html } from "hono/html";
import { dollars, message, redirect } from "./layout.ts";
import type { Visit } from "./visit.ts";

const FRESH: CheckoutState = { entered: {}, errors: {}, refusal: null };
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function visitCheckout(visit: Visit, id: string, step?: string): Response {
  const { simulator, method, entered } = visit;
  const look = <T>(use: (world: World, session: CheckoutSession | null) => T): T =>
    simulator.run((world) => use(world, world.store.get("checkout.session", id)));
  const shown = (state: CheckoutState) =>
    look((world, session) => (session === null ? notFound() : checkoutPage(world, session, state)));

  const closed = look((_, session) => closedPage(session, method));
  if (closed !== null) return closed;
  try {
    if (step === "authenticate") {
      return method === "GET"
        ? look((world, session) => authentication(world, session, id))
        : answerAuthentication(visit, id, shown);
    }
    if (step !== undefined) return notFound();
    return method === "GET" ? shown(FRESH) : look((world) => submit(world, id, entered));
  } catch (error) {
    // The transaction was rolled back. The page shows the reason.
    if (error instanceof StripeError) return shown({ entered, errors: {}, refusal: error.message });
    throw error;
  }
}

function submit(world: World, id: string, entered: Entered): Response {
  const session = known(world, "checkout.session", id);
  const email = session.customer_details?.email ?? (entered.email ?? "").trim();
  const wrong = (errors: CheckoutState["errors"], refusal: string | null) =>
    checkoutPage(world, session, { entered, errors, refusal });
  if (!EMAIL.test(email)) {
    const error = "Enter an email address.";
    return wrong({ email: error }, error);
  }
  if (entered.method === "link") return pay(world, session, newLink(world, email), email);

  const answer = readCard(entered, world.now * 1000);
  switch (answer.kind) {
    case "empty":
      return isCardOptional(session)
        ? pay(world, session, null, email)
        : wrong(EVERYTHING_MISSING, "Enter your card's details.");
    case "wrong":
      return wrong(answer.errors, answer.refusal ?? "Check the details of your card.");
    case "card":
      return pay(world, session, newCard(world, { ...answer.card, email }), email);
  }
}

const EVERYTHING_MISSING = {
  number: "Enter the card number.",
  expiry: "Enter the expiry date.",
  cvc: "Enter the CVC.",
};

function pay(
  world: World,
  session: CheckoutSession,
  method: PaymentMethod | null,
  email: string,
): Response {
  if (method !== null) put(world, method);
  if (
    method !== null &&
    cardOf(world, method)?.saving === null &&
    mustConfirmOnSession(world, method)
  ) {
    put(world, { ...known(world, "sim.checkout", session.id), awaiting: method.id });
    return redirect(`/c/pay/${session.id}/authenticate`);
  }
  return redirect(successOf(completeSession(world, session, { method, email })));
}

function authentication(world: World, session: CheckoutSession | null, id: string): Response {
  const { awaiting } = known(world, "sim.checkout", id);
  if (session === null || awaiting === null) return redirect(`/c/pay/${id}`);
  const amount = session.amount_total ?? 0;
  const what = amount === 0 ? "that you want to save your card" : `a payment of ${dollars(amount)}`;
  return authenticationPage(`/c/pay/${id}/authenticate`, what, [session.success_url]);
}

function answerAuthentication(
  { simulator, entered }: Visit,
  id: string,
  shown: (state: CheckoutState) => Response,
): Response {
  // Cleared in its own transaction, so that a refusal below does not restore it.
  const awaiting = simulator.run((world) => {
    const plan = known(world, "sim.checkout", id);
    put(world, { ...plan, awaiting: null });
    return plan.awaiting;
  });
  if (awaiting === null) return redirect(`/c/pay/${id}`);
  if (entered.answer !== "complete") {
    return shown({ entered: {}, errors: {}, refusal: AUTHENTICATION_FAILED });
  }
  return simulator.run((world) => {
    const method = known(world, "payment_method", awaiting);
    markAuthenticated(world, method);
    const session = known(world, "checkout.session", id);
    const email = session.customer_details?.email ?? method.billing_details.email;
    return redirect(successOf(completeSession(world, session, { method, email })));
  });
}

function closedPage(session: CheckoutSession | null, method: "GET" | "POST"): Response | null {
  if (session === null) return notFound();
  if (session.status === "open") return null;
  // Submitted twice: the first submission counts.
  if (session.status === "complete" && method === "POST") return redirect(successOf(session));
  const isComplete = session.status === "complete";
  const back = isComplete ? successOf(session) : session.cancel_url;
  return message(
    isComplete ? "This checkout is complete" : "This checkout has expired",
    isComplete
      ? "Your subscription has started. You can close this page."
      : "Nothing was charged. Go back to start again.",
    back === null ? null : html`<p><a href="${back}">Go back to the site</a></p>`,
  );
}

/** Stripe replaces its placeholder in the URL, and nothing else. */
function successOf({ success_url, id }: CheckoutSession): string {
  return (success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", id);
}

function notFound(): Response {
  return message("There is no such checkout", "The link may be incomplete.", null, 404);
}
