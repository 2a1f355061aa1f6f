/** What mails say of minutes, payments and the plan. */
import { PRODUCT_NAME } from "../../shared/productName";
import { amountText, countText, dayText, timeText } from "./format";
import type { Letter, Part } from "./letter";
import type { Message, PaymentTrouble } from "./table";

type Of<Template extends Message["template"]> = Extract<Message, { template: Template }>;

const OF_USAGE = `You get this because you have a plan at ${PRODUCT_NAME}, and want to be told of usage and spending.`;
/** Why these cannot be turned off. */
const OF_PAYMENT = `You get this because you have a plan at ${PRODUCT_NAME}. It is about your money and whether visitors can talk to your assistants, so it comes whatever other mail you have turned off.`;

export function usageLetter(usage: Of<"usage">, siteUrl: string): Letter {
  const { isUsedUp, usedMinutes, includedMinutes, isTrial, untilMs } = usage;
  const { isLastPeriod = false } = usage;
  const included = `${countText(includedMinutes)} minutes`;
  const until = dayText(untilMs);
  const rate = rateText(usage);
  const what = isTrial ? "trial" : "plan";
  return {
    subject: isUsedUp
      ? `The minutes of your ${what} are used up`
      : `Most of your ${what}'s minutes are used`,
    preview: `${countText(usedMinutes)} of ${included}.`,
    parts: [
      said(`${countText(usedMinutes)} of the ${included} of your ${what} are used.`),
      said(
        isTrial
          ? isUsedUp
            ? "Visitors cannot talk to your assistants now. Start your plan, and they can again, with all of its minutes."
            : `When they are used up visitors cannot talk to your assistants until the trial ends on ${until}, unless you start your plan before.`
          : isUsedUp
            ? `Visitors are served all the same: from now on you pay ${rate}. ${isLastPeriod ? `Your plan ends on ${until}.` : `New minutes come on ${until}.`}`
            : `What goes beyond them until ${until} costs ${rate}.`,
      ),
      toPlan(siteUrl, isTrial ? "See your trial" : "See your usage"),
    ],
    reason: OF_USAGE,
  };
}

function rateText({ rateCents, limitCents }: Of<"usage">): string {
  const rate = `${amountText(rateCents)} for each extra minute`;
  return limitCents === null ? rate : `${rate}, up to your limit of ${amountText(limitCents)}`;
}

export function spendingLetter(spending: Of<"spending">, siteUrl: string): Letter {
  const { isReached, spentCents, limitCents, untilMs } = spending;
  const [spent, limit] = [amountText(spentCents), amountText(limitCents)];
  return {
    subject: isReached ? "Your spending limit is reached" : "Your spending limit is near",
    preview: `Extra minutes have cost ${spent} of ${limit}.`,
    parts: [
      said(`Extra minutes have cost ${spent} of the ${limit} that you allow in a billing period.`),
      said(
        isReached
          ? `Visitors cannot talk to your assistants until ${dayText(untilMs)}, unless you raise the limit.`
          : `At the limit visitors cannot talk to your assistants until ${dayText(untilMs)}, unless you raise it.`,
      ),
      toPlan(siteUrl, "Change the limit"),
    ],
    reason: OF_USAGE,
  };
}

export function dailyLimitLetter(limit: Of<"dailyLimit">, siteUrl: string): Letter {
  const { assistantName, limitMinutes } = limit;
  const minutes = limitMinutes === 1 ? "1 minute" : `${countText(limitMinutes)} minutes`;
  return {
    subject: `Today's limit of ${minutes} is reached`,
    preview: "Your assistant is not available to visitors until tomorrow.",
    parts: [
      said(`Visitors have talked to “${assistantName}” for ${minutes} today, its daily limit.`),
      said(
        "It is not available to visitors until tomorrow, unless you allow more. The limit keeps one busy or hostile day from using up your month.",
      ),
      { kind: "link", label: "Allow more or remove the limit", address: `${siteUrl}/dashboard` },
    ],
    reason: OF_USAGE,
  };
}

export function paymentLetter(payment: Of<"payment">, siteUrl: string): Letter {
  const { what, amountCents, planName, url, untilMs } = payment;
  const cost = amountText(amountCents);
  const isRefused = what === "renewal_refused" || what === "overage_refused";
  const plan = planName === null ? "your plan" : `the ${planName} plan`;
  const label = isRefused ? "Pay now" : "Confirm the payment";
  return {
    subject: isRefused ? `A payment of ${cost} failed` : `Please confirm a payment of ${cost}`,
    preview: isRefused ? "Your bank refused it." : "Your bank asks you to.",
    parts: [
      said(
        isRefused
          ? `Your bank refused ${cost} for ${thing(what, plan)}.`
          : `Your bank asks you to confirm ${cost} for ${thing(what, plan)}.`,
      ),
      said(consequence(what, untilMs)),
      toPayment(url, label, siteUrl),
    ],
    reason: OF_PAYMENT,
  };
}

function thing(what: PaymentTrouble, plan: string): string {
  if (what === "overage" || what === "overage_refused") return "extra minutes";
  return what === "upgrade" ? `the change to ${plan}` : plan;
}

function consequence(what: PaymentTrouble, untilMs: number | null): string {
  const before = untilMs === null ? "" : ` before ${timeText(untilMs)}`;
  switch (what) {
    case "upgrade":
      return `Your plan changes once you have. If you do not${before}, it stays as it is and nothing is charged.`;
    case "plan_start":
      return `Your plan begins once you have. If you do not${before}, your trial goes on as it was and nothing is charged.`;
    case "first_payment":
      return `Your subscription begins once you have. If you do not${before}, it lapses and nothing is charged.`;
    case "renewal":
      return "Visitors cannot talk to your assistants until you have, and if it stays unpaid your subscription ends.";
    case "renewal_refused":
      return "Visitors cannot talk to your assistants until it is paid. It is tried again, and if it stays unpaid your subscription ends. You can enter another card on the subscription page.";
    case "overage":
    case "overage_refused":
      return before === ""
        ? "Visitors cannot talk to your assistants until it is paid."
        : `If it is not paid${before}, visitors cannot talk to your assistants until it is.`;
  }
}

export function graceEndingLetter(grace: Of<"graceEnding">, siteUrl: string): Letter {
  const { amountCents, url, untilMs } = grace;
  const cost = amountText(amountCents);
  return {
    subject: "Your assistants stop soon: extra minutes are unpaid",
    preview: `${cost}, until ${timeText(untilMs)}.`,
    parts: [
      said(`${cost} for extra minutes could not be taken, and is still unpaid.`),
      said(`From ${timeText(untilMs)} visitors cannot talk to your assistants until it is paid.`),
      toPayment(url, "Pay now", siteUrl),
    ],
    reason: OF_PAYMENT,
  };
}

export function trialEndingLetter(trial: Of<"trialEnding">, siteUrl: string): Letter {
  const { planName, priceCents, then, atMs } = trial;
  const price = `${amountText(priceCents)} a month`;
  const words = {
    charged: `Then the ${planName} plan begins, and ${amountText(priceCents)} is charged for the first month. If you do not want that, cancel before.`,
    no_card: `We know of nothing to pay with, so it simply ends, and visitors cannot talk to your assistants any more. Add a card, and the ${planName} plan goes on from there for ${price}.`,
    cancelled:
      "You have cancelled, so nothing is charged, and visitors cannot talk to your assistants any more from then on. You can still change your mind.",
  };
  return {
    subject: `Your trial ends on ${dayText(atMs)}`,
    preview:
      then === "charged" ? `Then the ${planName} plan begins, for ${price}.` : "What happens then.",
    parts: [
      said(`Your trial of the ${planName} plan ends on ${timeText(atMs)}.`),
      said(words[then]),
      toPlan(siteUrl, "See your plan"),
    ],
    reason: OF_PAYMENT,
  };
}

export function planChangedLetter(change: Of<"planChanged">, siteUrl: string): Letter {
  const { fromName, toName, priceCents } = change;
  return {
    subject: `Your plan is ${toName} now`,
    preview: `It was ${fromName} before.`,
    parts: [
      said(
        `Your plan has changed from ${fromName} to ${toName}, which costs ${amountText(priceCents)} a month.`,
      ),
      said("If it was not you who wanted this, please write to us."),
      toPlan(siteUrl, "See your plan"),
    ],
    reason: OF_PAYMENT,
  };
}

export function planEndedLetter(ended: Of<"planEnded">, siteUrl: string): Letter {
  const { planName, wasTrial, atMs } = ended;
  const what = wasTrial ? `trial of the ${planName} plan` : `${planName} plan`;
  return {
    subject: wasTrial ? "Your trial has ended" : `Your ${planName} plan has ended`,
    preview: "Visitors cannot talk to your assistants any more.",
    parts: [
      said(`Your ${what} ended on ${dayText(atMs)}.`),
      said(
        "Visitors cannot talk to your assistants any more. They are kept as they are, and so are your calls: choose a plan, and everything goes on.",
      ),
      toPlan(siteUrl, "Choose a plan"),
    ],
    reason: OF_PAYMENT,
  };
}

function said(text: string): Part {
  return { kind: "text", text };
}

function toPayment(url: string | null, label: string, siteUrl: string): Part {
  if (url === null) return toPlan(siteUrl, "See your payment details");
  return { kind: "link", label, address: url };
}

function toPlan(siteUrl: string, label: string): Part {
  return { kind: "link", label, address: `${siteUrl}/dashboard/subscription` };
}
