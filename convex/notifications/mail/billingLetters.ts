/** Emails about minutes, payments and the plan. */
import { PRODUCT_NAME } from "../../shared/productName";
import type { Letter, Part } from "./letter";
import type { Message, PaymentProblem } from "./table";
import { amountText, countText, dayText, timeText } from "./format";

type Of<Template extends Message["template"]> = Extract<Message, { template: Template }>;

const USAGE_REASON = `You get this email because usage and spending emails are turned on for your ${PRODUCT_NAME} account.`;
/** Explains why these emails cannot be turned off. */
const PAYMENT_REASON = `You get this email because you have a plan at ${PRODUCT_NAME}. It concerns your payments and whether visitors can talk to your assistants, so we send it even if you turned other emails off.`;

export function usageLetter(usage: Of<"usage">, siteUrl: string): Letter {
  const { isUsedUp, usedMinutes, includedMinutes, isTrial, untilMs } = usage;
  const { isLastPeriod = false } = usage;
  const included = `${countText(includedMinutes)} minutes`;
  const until = dayText(untilMs);
  const rate = rateText(usage);
  const what = isTrial ? "trial" : "plan";
  return {
    subject: isUsedUp
      ? `You have used all the minutes of your ${what}`
      : `You have used most of your ${what}'s minutes`,
    preview: `${countText(usedMinutes)} of ${included} used.`,
    parts: [
      textPart(`You have used ${countText(usedMinutes)} of the ${included} of your ${what}.`),
      textPart(
        isTrial
          ? isUsedUp
            ? "Visitors cannot talk to your assistants now. Start your plan to get all of its minutes and let them talk again."
            : `Once they are used up, visitors cannot talk to your assistants until the trial ends on ${until}, unless you start your plan sooner.`
          : isUsedUp
            ? `Visitors can still talk to your assistants. From now on you pay ${rate}. ${isLastPeriod ? `Your plan ends on ${until}.` : `Your minutes renew on ${until}.`}`
            : `If you use more before ${until}, you pay ${rate}.`,
      ),
      planLink(siteUrl, isTrial ? "See your trial" : "See your usage"),
    ],
    reason: USAGE_REASON,
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
    subject: isReached
      ? "You have reached your spending limit"
      : "You are close to your spending limit",
    preview: `Extra minutes: ${spent} of ${limit}.`,
    parts: [
      textPart(
        `In this billing period, extra minutes have cost ${spent} of your ${limit} spending limit.`,
      ),
      textPart(
        isReached
          ? `Visitors cannot talk to your assistants until ${dayText(untilMs)}, unless you raise the limit.`
          : `Once you reach the limit, visitors cannot talk to your assistants until ${dayText(untilMs)}, unless you raise it.`,
      ),
      planLink(siteUrl, "Change your limit"),
    ],
    reason: USAGE_REASON,
  };
}

export function dailyLimitLetter(limit: Of<"dailyLimit">, siteUrl: string): Letter {
  const { assistantName, limitMinutes } = limit;
  const minutes = limitMinutes === 1 ? "1 minute" : `${countText(limitMinutes)} minutes`;
  return {
    subject: `Today's limit of ${minutes} has been reached`,
    preview: "Visitors cannot reach your assistant until tomorrow.",
    parts: [
      textPart(
        `Visitors have used ${minutes} with “${assistantName}” today. That is its daily limit.`,
      ),
      textPart(
        "Visitors cannot talk or type with it until tomorrow, unless you raise the limit. The limit keeps one busy or abusive day from using up your month.",
      ),
      { kind: "link", label: "Raise or remove the limit", address: `${siteUrl}/dashboard` },
    ],
    reason: USAGE_REASON,
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
    preview: isRefused ? "Your bank declined it." : "Your bank asks you to confirm it.",
    parts: [
      textPart(
        isRefused
          ? `Your bank declined ${cost} for ${thing(what, plan)}.`
          : `Your bank asks you to confirm ${cost} for ${thing(what, plan)}.`,
      ),
      textPart(consequence(what, untilMs)),
      paymentLink(url, label, siteUrl),
    ],
    reason: PAYMENT_REASON,
  };
}

function thing(what: PaymentProblem, plan: string): string {
  if (what === "overage" || what === "overage_refused") return "extra minutes";
  return what === "upgrade" ? `the change to ${plan}` : plan;
}

function consequence(what: PaymentProblem, untilMs: number | null): string {
  const before = untilMs === null ? "" : ` before ${timeText(untilMs)}`;
  switch (what) {
    case "upgrade":
      return `Your plan changes as soon as you confirm. If you do not confirm${before}, it stays as it is and nothing is charged.`;
    case "plan_start":
      return `Your plan starts as soon as you confirm. If you do not confirm${before}, your trial continues and nothing is charged.`;
    case "first_payment":
      return `Your subscription starts as soon as you confirm. If you do not confirm${before}, it expires and nothing is charged.`;
    case "renewal":
      return "Visitors cannot talk to your assistants until you confirm. If the payment stays unpaid, your subscription ends.";
    case "renewal_refused":
      return "Visitors cannot talk to your assistants until it is paid. We will retry the payment, and if it stays unpaid your subscription ends. You can use another card on the Subscription page.";
    case "overage":
    case "overage_refused":
      return before === ""
        ? "Visitors cannot talk to your assistants until it is paid."
        : `If it is not paid${before}, visitors cannot talk to your assistants until it is paid.`;
  }
}

export function graceEndingLetter(grace: Of<"graceEnding">, siteUrl: string): Letter {
  const { amountCents, url, untilMs } = grace;
  const cost = amountText(amountCents);
  return {
    subject: "Pay for your extra minutes to keep your assistants available",
    preview: `${cost} is due by ${timeText(untilMs)}.`,
    parts: [
      textPart(`We could not charge ${cost} for extra minutes, and it is still unpaid.`),
      textPart(
        `From ${timeText(untilMs)}, visitors cannot talk to your assistants until it is paid.`,
      ),
      paymentLink(url, "Pay now", siteUrl),
    ],
    reason: PAYMENT_REASON,
  };
}

export function trialEndingLetter(trial: Of<"trialEnding">, siteUrl: string): Letter {
  const { planName, priceCents, then, atMs } = trial;
  const price = `${amountText(priceCents)} a month`;
  const words = {
    charged: `Your ${planName} plan then starts, and ${amountText(priceCents)} is charged for the first month. To avoid the charge, cancel before then.`,
    no_card: `You have not added a payment method, so your assistants will no longer be available to visitors after that. Add a card to continue with the ${planName} plan for ${price}.`,
    cancelled:
      "You cancelled, so nothing is charged, and your assistants will no longer be available to visitors after that. You can still reactivate your subscription.",
  };
  return {
    subject: `Your trial ends on ${dayText(atMs)}`,
    preview:
      then === "charged"
        ? `Your ${planName} plan then starts at ${price}.`
        : "Here is what happens next.",
    parts: [
      textPart(`Your trial of the ${planName} plan ends on ${timeText(atMs)}.`),
      textPart(words[then]),
      planLink(siteUrl, "See your plan"),
    ],
    reason: PAYMENT_REASON,
  };
}

export function planChangedLetter(change: Of<"planChanged">, siteUrl: string): Letter {
  const { fromName, toName, priceCents } = change;
  return {
    subject: `You are now on the ${toName} plan`,
    preview: `You were on the ${fromName} plan before.`,
    parts: [
      textPart(
        `Your plan changed from ${fromName} to ${toName}, which costs ${amountText(priceCents)} a month.`,
      ),
      textPart("If you did not make this change, please contact us."),
      planLink(siteUrl, "See your plan"),
    ],
    reason: PAYMENT_REASON,
  };
}

export function planEndedLetter(ended: Of<"planEnded">, siteUrl: string): Letter {
  const { planName, wasTrial, atMs } = ended;
  const what = wasTrial ? `trial of the ${planName} plan` : `${planName} plan`;
  return {
    subject: wasTrial ? "Your trial has ended" : `Your ${planName} plan has ended`,
    preview: "Visitors can no longer talk to your assistants.",
    parts: [
      textPart(`Your ${what} ended on ${dayText(atMs)}.`),
      textPart(
        "Visitors can no longer talk to your assistants. Your assistants and calls are still here: choose a plan to put your assistants back online.",
      ),
      planLink(siteUrl, "Choose a plan"),
    ],
    reason: PAYMENT_REASON,
  };
}

function textPart(text: string): Part {
  return { kind: "text", text };
}

function paymentLink(url: string | null, label: string, siteUrl: string): Part {
  if (url === null) return planLink(siteUrl, "See your payment details");
  return { kind: "link", label, address: url };
}

function planLink(siteUrl: string, label: string): Part {
  return { kind: "link", label, address: `${siteUrl}/dashboard/subscription` };
}
