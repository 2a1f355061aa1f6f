/** The billing portal: /p/session/:link and below. */
import { cancelAt, refuseWhileScheduled, takeBackCancellation } from "../engine/cancellation.ts";
import { HOUR } from "../engine/calendar.ts";
import { currentPeriod, firstItem } from "../engine/dues.ts";
import { productName } from "../engine/invoice-lines.ts";
import {
  mustConfirmOnSession,
  attach,
  markAuthenticated,
  newCard,
  setDefault,
} from "../engine/payment-methods.ts";
import { isLive, releaseSchedule } from "../engine/schedules.ts";
import { endSubscription } from "../engine/subscription-status.ts";
import { known, put, save, settings } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import { StripeError, invalid } from "../errors.ts";
import type { PaymentMethod, Subscription } from "../wire.ts";
import { AUTHENTICATION_FAILED, authenticationPage } from "./authentication-page.ts";
import { cardFields, readCard, testCards } from "./card-form.ts";
import type { Entered, FieldErrors } from "./card-form.ts";
import { html } from "hono/html";
import { visitInvoice } from "./invoice-page.ts";
import { alert, day, message, page, redirect } from "./layout.ts";
import { portalPage } from "./portal-page.ts";
import type { Portal } from "./portal-page.ts";
import type { Visit } from "./visit.ts";

const LINK_VALID_FOR = HOUR;

/** The path: a link's page, or a section of it and the object that it concerns. */
interface PortalPath {
  link: string;
  section?: string;
  id?: string;
  act?: string;
}

export function visitPortal(visit: Visit, path: PortalPath): Response {
  const { link, section, id = "", act } = path;
  const { simulator, method, entered } = visit;
  const portal = simulator.run((world) => open(world, link));
  if (portal === null) {
    return message(
      "This link has expired",
      "Go back to the site and open billing again.",
      null,
      404,
    );
  }
  const { at } = portal;
  const front = (refusal: string | null) =>
    simulator.run((world) => portalPage(world, portal, { notice: visit.notice, refusal }));
  const isPost = method === "POST";
  try {
    switch (section) {
      case undefined:
        return front(null);
      case "payment-method":
        if (id === "authenticate") return authenticate(visit, portal, link);
        return simulator.run((world) =>
          isPost ? submitCard(world, portal, link, entered) : cardPage(portal, {}, null, ""),
        );
      case "invoices":
        return invoice(visit, portal, { link, id, act });
      case "subscriptions":
        return simulator.run((world) => {
          const subscription = owned(world, portal, id);
          if (act === "cancel") {
            return isPost
              ? cancel(world, portal, subscription)
              : cancelPage(world, portal, subscription);
          }
          if (act !== "renew" || !isPost) return redirect(at);
          refuseWhileScheduled(subscription);
          takeBackCancellation(world, subscription);
          return redirect(`${at}?notice=renewed`);
        });
      default:
        return message(
          "There is no such page",
          "Go back to billing.",
          html`<a href="${at}">Billing</a>`,
          404,
        );
    }
  } catch (error) {
    if (error instanceof StripeError) return front(error.message);
    throw error;
  }
}

function open(world: World, link: string): Portal | null {
  const record = world.store.get("sim.portal", link);
  const session = record && world.store.get("billing_portal.session", record.session);
  if (!session || session.created + LINK_VALID_FOR <= world.now) return null;
  // An open portal ends when its customer is deleted.
  if (world.store.get("customer", session.customer) === null) return null;
  const configuration = known(world, "billing_portal.configuration", session.configuration);
  return { session, configuration, at: `/p/session/${link}` };
}

function owned(world: World, { session }: Portal, id: string): Subscription {
  const subscription = world.store.get("subscription", id);
  if (subscription?.customer !== session.customer || !isLive(subscription)) {
    throw invalid("This plan is no longer running.");
  }
  return subscription;
}

function cancelPage(
  world: World,
  { configuration, at }: Portal,
  subscription: Subscription,
): Response {
  const { price } = firstItem(subscription);
  const isNow = configuration.features.subscription_cancel.mode === "immediately";
  return page({
    title: "Cancel plan",
    body: html`<a class="back" href="${at}"><span aria-hidden="true">←</span> Back to billing</a>
      <section class="card">
        <h1>Cancel ${productName(world, price)}?</h1>
        <p>
          ${
            isNow
              ? "It ends at once."
              : `You keep it until ${day(currentPeriod(subscription).end)}, and it will not renew.`
          }
        </p>
        <form method="post" action="${at}/subscriptions/${subscription.id}/cancel">
          <button class="danger">Cancel plan</button>
        </form>
      </section>`,
  });
}

function cancel(world: World, { configuration, at }: Portal, subscription: Subscription): Response {
  const { enabled, mode } = configuration.features.subscription_cancel;
  if (!enabled) throw invalid("Plans cannot be cancelled here.");
  const ready = withoutSchedule(world, subscription);
  if (mode === "immediately") {
    endSubscription(world, ready, { reason: "cancellation_requested" });
    return redirect(`${at}?notice=ended`);
  }
  // In flexible billing the portal sets the date, and leaves `cancel_at_period_end` false.
  cancelAt(world, ready, currentPeriod(ready).end);
  return redirect(`${at}?notice=cancelled`);
}

function withoutSchedule(world: World, subscription: Subscription): Subscription {
  const { schedule, id } = subscription;
  if (schedule === null) return subscription;
  if (settings(world).portalCancelWithSchedule === "refuse") {
    throw invalid("A change of this plan is scheduled, so it cannot be cancelled here.");
  }
  releaseSchedule(world, known(world, "subscription_schedule", schedule));
  return known(world, "subscription", id);
}

function cardPage(
  { at }: Portal,
  errors: FieldErrors,
  refusal: string | null,
  name: string,
): Response {
  return page({
    title: "Payment method",
    status: refusal === null ? 200 : 402,
    body: html`<a class="back" href="${at}"><span aria-hidden="true">←</span> Back to billing</a>
      <section class="card">
        <h1>Payment method</h1>
        <p>This card will pay for your plan from now on.</p>
        ${alert(refusal)}
        <form method="post" action="${at}/payment-method" novalidate>
          ${cardFields({ errors, isOptional: false, name })}
          <button class="primary">Save card</button>
        </form>
        ${testCards()}
      </section>`,
  });
}

function submitCard(world: World, portal: Portal, link: string, entered: Entered): Response {
  if (!portal.configuration.features.payment_method_update.enabled) {
    throw invalid("Payment methods cannot be changed here.");
  }
  const again = (errors: FieldErrors, refusal: string) =>
    cardPage(portal, errors, refusal, entered.name ?? "");
  const answer = readCard(entered, world.now * 1000);
  if (answer.kind === "empty") {
    return again({ number: "Enter the card number." }, "Enter your card's details.");
  }
  if (answer.kind === "wrong") {
    return again(answer.errors, answer.refusal ?? "Check the details of your card.");
  }
  const { email } = known(world, "customer", portal.session.customer);
  const card = newCard(world, { ...answer.card, email });
  const decline = answer.card.card.saving;
  if (decline !== null) return again({}, decline.message);
  put(world, card);
  if (mustConfirmOnSession(world, card)) {
    const record = known(world, "sim.portal", link);
    put(world, { ...record, awaiting: { paymentMethod: card.id, invoice: null } });
    return redirect(`${portal.at}/payment-method/authenticate`);
  }
  return useFromNowOn(world, portal, card);
}

function authenticate(
  { simulator, method, entered }: Visit,
  portal: Portal,
  link: string,
): Response {
  return simulator.run((world) => {
    const record = known(world, "sim.portal", link);
    const { awaiting } = record;
    if (awaiting?.invoice !== null) return redirect(`${portal.at}/payment-method`);
    if (method === "GET") {
      return authenticationPage(
        `${portal.at}/payment-method/authenticate`,
        "that you want to save your card",
      );
    }
    put(world, { ...record, awaiting: null });
    if (entered.answer !== "complete") return cardPage(portal, {}, AUTHENTICATION_FAILED, "");
    const card = known(world, "payment_method", awaiting.paymentMethod);
    markAuthenticated(world, card);
    return useFromNowOn(world, portal, card);
  });
}

function useFromNowOn(world: World, { session, at }: Portal, card: PaymentMethod): Response {
  const attached = attach(world, card, session.customer);
  const isOfCustomer = settings(world).portalCardBecomesDefaultOf === "customer";
  if (isOfCustomer) setDefault(world, known(world, "customer", session.customer), attached.id);
  for (const subscription of world.store.all("subscription", { customer: session.customer })) {
    if (!isLive(subscription)) continue;
    // A subscription's own default takes precedence, so the new card would not be used.
    const default_payment_method = isOfCustomer ? null : attached.id;
    save(world, { ...subscription, default_payment_method }, "customer.subscription.updated");
  }
  return redirect(`${at}?notice=card`);
}

function invoice(
  visit: Visit,
  { session, at }: Portal,
  { link, id, act }: { link: string; id: string; act: string | undefined },
): Response {
  const found = visit.simulator.run(
    (world) => world.store.get("invoice", id)?.customer === session.customer,
  );
  if (!found) return message("There is no such invoice", "Go back to billing.", null, 404);
  return visitInvoice(visit, act, {
    invoice: id,
    at: `${at}/invoices/${id}`,
    link,
    back: { href: at, label: "Back to billing" },
  });
}
