import { expect, test } from "vitest";
import { graceEndingLetter, paymentLetter, trialEndingLetter, usageLetter } from "./billingLetters";
import { renderMail, type Letter } from "./letter";
import { paymentProblem } from "./table";

const SITE = "https://hark.example";
const atMs = Date.UTC(2026, 10, 25, 14, 5);
const USAGE = {
  template: "usage",
  isUsedUp: true,
  usedMinutes: 450,
  includedMinutes: 450,
  isTrial: false,
  rateCents: 12,
  limitCents: 4900,
  untilMs: atMs,
} as const;
const PAYMENT = {
  template: "payment",
  amountCents: 2900,
  planName: "Pro",
  url: "https://invoice.stripe.com/i/1",
  untilMs: atMs,
} as const;

const textOf = (letter: Letter) => renderMail(letter).text;

test("extra minutes are told with their price, and with the limit where there is one", () => {
  expect(textOf(usageLetter(USAGE, SITE))).toContain(
    "you pay $0.12 for each extra minute, up to your limit of $49.00. Your minutes renew on 25 November 2026.",
  );
  const unlimited = textOf(usageLetter({ ...USAGE, limitCents: null }, SITE));
  expect(unlimited).toContain("you pay $0.12 for each extra minute. Your minutes renew");
  expect(textOf(usageLetter({ ...USAGE, isTrial: true }, SITE))).not.toContain("extra");
  const last = textOf(usageLetter({ ...USAGE, isLastPeriod: true }, SITE));
  expect(last).toContain("Your plan ends on 25 November 2026.");
  expect(last).not.toContain("minutes renew");
});

test.each(paymentProblem.members.map(({ value }) => value))(
  "a payment (%s) is told with its amount, what follows and where to see to it",
  (what) => {
    const text = textOf(paymentLetter({ ...PAYMENT, what }, SITE));
    expect(text).toContain("$29.00");
    expect(text).toContain(PAYMENT.url);
    expect(text).not.toContain("undefined");
    const elsewhere = paymentLetter({ ...PAYMENT, what, url: null, untilMs: null }, SITE);
    expect(textOf(elsewhere)).toContain(`${SITE}/dashboard/subscription`);
    expect(textOf(elsewhere)).not.toContain("before");
  },
);

test("what a trial ends in depends on what there is to pay with", () => {
  const trial = { template: "trialEnding", planName: "Pro", priceCents: 4900, atMs } as const;
  const text = (then: "charged" | "no_card" | "cancelled") =>
    textOf(trialEndingLetter({ ...trial, then }, SITE));
  expect(text("charged")).toContain("$49.00 is charged");
  expect(text("no_card")).toContain("Add a card");
  expect(text("cancelled")).toContain("nothing is charged");
});

test("the end of a grace is told to the minute", () => {
  const grace = { template: "graceEnding", amountCents: 900, url: null, untilMs: atMs } as const;
  expect(textOf(graceEndingLetter(grace, SITE))).toContain("From 25 November 2026, 14:05 UTC");
});
