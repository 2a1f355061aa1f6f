/** Checkout, from the session to a subscription, with the SDK and the page's own form. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import {
  ASKS_ONCE_CARD,
  card,
  CANCEL,
  createPrice,
  DECLINED_CARD,
  FAILS_LATER_CARD,
  GOOD_CARD,
  idOf,
  itemOf,
  openCheckout,
  submit,
  subscribe,
} from "./shop.ts";
import { DAY_S, startTestStripe } from "./stand-in.ts";
import type { TestStripe } from "./stand-in.ts";

let at: TestStripe;
beforeAll(async () => void (at = await startTestStripe()));
afterAll(() => at.close());

async function newSession(trialDays?: number) {
  const price = await createPrice(at, "starter", 2900);
  const customer = await at.stripe.customers.create({ email: "ada@example.com" });
  const session = await openCheckout(at, {
    customer: customer.id,
    price: price.id,
    ...(trialDays === undefined ? {} : { trialDays }),
  });
  return { ...session, url: must(session.url, "the session's address"), price };
}

test("[C1] a session is open for a day, at a URL that nobody can guess", async () => {
  const session = await newSession();
  expect(session).toMatchObject({
    status: "open",
    payment_status: "unpaid",
    subscription: null,
    amount_total: 2900,
    client_reference_id: "user_1",
  });
  expect(session.expires_at - session.created).toBe(DAY_S);
  expect(session.url).toBe(`${at.standIn.url}/c/pay/${session.id}`);
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
});

test("[C2] a paid checkout redirects with the session's ID and starts an active subscription", async () => {
  const session = await newSession();
  const answer = await submit(session.url, card(GOOD_CARD));
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(
    `http://127.0.0.1:4275/dashboard?subscription=success&id=${session.id}`,
  );
  const done = await at.stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription.default_payment_method", "line_items", "invoice"],
  });
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    invoice: { status: "paid", amount_paid: 2900, billing_reason: "subscription_create" },
    subscription: {
      status: "active",
      metadata: { userId: "user_1" },
      default_payment_method: { card: { brand: "visa", last4: "4242" } },
    },
    line_items: { data: [{ amount_total: 2900 }] },
  });
});

test("[C3] a declined card starts nothing and leaves the session open", async () => {
  const session = await newSession();
  const answer = await submit(session.url, card(DECLINED_CARD));
  expect(answer.status).toBe(402);
  expect(await answer.text()).toContain("Your card was declined.");
  expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "open",
    subscription: null,
  });
  const { data } = await at.stripe.subscriptions.list({
    customer: idOf(session.customer),
    status: "all",
  });
  expect(data).toEqual([]);
});

test("[C4] a trial needs no card if the session collects one only if required", async () => {
  const { subscription } = await subscribe(at, { number: null, trialDays: 7 });
  expect(subscription).toMatchObject({ status: "trialing", default_payment_method: null });
  expect(must(subscription.trial_end, "the trial's end") - subscription.created).toBe(7 * DAY_S);
  expect(itemOf(subscription).current_period_end).toBe(subscription.trial_end);
  const invoice = await at.stripe.invoices.retrieve(idOf(subscription.latest_invoice));
  expect(invoice).toMatchObject({ status: "paid", amount_paid: 0, total: 0 });
});

test("[C4] without a trial the card is required, and each field has its own error", async () => {
  const session = await newSession();
  const answer = await submit(session.url, { method: "card" });
  expect(answer.status).toBe(402);
  expect(await answer.text()).toContain("Enter the card number.");
});

test("[C5] a card that needs a confirmation is charged only after its owner has confirmed", async () => {
  const session = await newSession();
  const submitted = await submit(session.url, card(ASKS_ONCE_CARD));
  expect(submitted.headers.get("location")).toBe(`/c/pay/${session.id}/authenticate`);
  const refused = await submit(`${session.url}/authenticate`, { answer: "fail" });
  expect(await refused.text()).toContain("unable to authenticate");
  expect((await at.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
  await submit(session.url, card(ASKS_ONCE_CARD));
  const confirmed = await submit(`${session.url}/authenticate`, { answer: "complete" });
  expect(confirmed.status).toBe(303);
  expect((await at.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
});

test("[C6] a session is completed once, however often its form is sent", async () => {
  const session = await newSession();
  const answers = await Promise.all([1, 2, 3].map(() => submit(session.url, card(GOOD_CARD))));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const { data } = await at.stripe.subscriptions.list({ customer: idOf(session.customer) });
  expect(data).toHaveLength(1);
});

test("[C7] a session that has expired, by hand or by time, cannot be paid", async () => {
  const byHand = await newSession();
  expect((await at.stripe.checkout.sessions.expire(byHand.id)).status).toBe("expired");
  await expect(at.stripe.checkout.sessions.expire(byHand.id)).rejects.toThrow(
    'Only Checkout Sessions with a status in ["open"]',
  );
  const byTime = await newSession();
  await at.advanceDays(1.01);
  expect(await at.stripe.checkout.sessions.retrieve(byTime.id)).toMatchObject({
    status: "expired",
    url: null,
  });
  const page = await submit(byTime.url, card(GOOD_CARD));
  expect(await page.text()).toContain("This checkout has expired");
  const { data } = await at.stripe.events.list({ type: "checkout.session.expired" });
  const expired = data.map(({ data: { object } }) => (object as { id: string }).id);
  expect(expired).toEqual(expect.arrayContaining([byTime.id, byHand.id]));
});

test("[C8] sessions are listed by customer and by status", async () => {
  const session = await newSession();
  const customer = idOf(session.customer);
  const open = await at.stripe.checkout.sessions.list({ customer, status: "open" });
  expect(open.data.map(({ id }) => id)).toEqual([session.id]);
  const complete = await at.stripe.checkout.sessions.list({ customer, status: "complete" });
  expect(complete.data).toEqual([]);
});

test("[C9] the error for an invalid session names the parameter", async () => {
  const { price, customer } = await newSession();
  const base = { customer: idOf(customer), success_url: CANCEL };
  const line_items = [{ price: price.id, quantity: 1 }];
  const create = at.stripe.checkout.sessions.create.bind(at.stripe.checkout.sessions);
  await expect(create({ ...base, mode: "payment", line_items })).rejects.toMatchObject({
    code: "not_simulated",
    param: "mode",
  });
  await expect(
    create({ ...base, mode: "subscription", line_items, expires_at: at.now() + 60 }),
  ).rejects.toMatchObject({ param: "expires_at" });
  await expect(
    create({ ...base, mode: "subscription", line_items: [{ price: "price_none" }] }),
  ).rejects.toMatchObject({ code: "resource_missing", param: "line_items[0][price]" });
  await expect(create({ mode: "subscription", line_items })).rejects.toMatchObject({
    code: "parameter_missing",
    param: "success_url",
  });
});

test("[C10] Link pays and shows neither brand nor digits", async () => {
  const session = await newSession();
  expect((await submit(session.url, { method: "link" })).status).toBe(303);
  const { data } = await at.stripe.paymentMethods.list({ customer: idOf(session.customer) });
  expect(data).toMatchObject([{ type: "link", link: { email: "ada@example.com" } }]);
  expect(data[0]?.card).toBeUndefined();
});

test("[C11] a form from another site is refused", async () => {
  const session = await newSession();
  const answer = await fetch(session.url, {
    method: "POST",
    body: new URLSearchParams(card(GOOD_CARD)),
    headers: { Origin: "http://evil.example" },
  });
  expect(answer.status).toBe(403);
  expect((await at.stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
});

test("[C24] a session's custom text is shown above its button, up to 1,200 characters", async () => {
  const { price, customer } = await newSession();
  const create = (message: string) =>
    at.stripe.checkout.sessions.create({
      mode: "subscription",
      customer: idOf(customer),
      line_items: [{ price: price.id, quantity: 1 }],
      custom_text: { submit: { message } },
      success_url: CANCEL,
    });
  const { url } = await create("The trial includes 100 minutes.");
  const page = await (await fetch(must(url, "the session's address"))).text();
  const [above] = page.split('<button class="primary">');
  expect(above).toContain("The trial includes 100 minutes.");
  await create("x".repeat(1_200));
  await expect(create("x".repeat(1_201))).rejects.toMatchObject({
    param: "custom_text[submit][message]",
  });
});

test("[C3] a card that is declined only later starts a trial", async () => {
  const { subscription } = await subscribe(at, { number: FAILS_LATER_CARD, trialDays: 7 });
  expect(subscription.status).toBe("trialing");
});
