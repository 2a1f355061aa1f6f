/** Uses Stripe's hosted pages as an owner does. */
import { must } from "@hark/stand-in-kit/must";

export const CARDS = {
  good: "4242424242424242",
  mastercard: "5555555555554444",
  declined: "4000000000000002",
  /** Can be saved, but is declined when it is charged. */
  declinedLater: "4000000000000341",
  /** Requires the bank's confirmation each time. */
  asks: "4000002760003184",
} as const;
export type Card = keyof typeof CARDS;

/** Completes the checkout; with null for a trial without a card. */
export async function checkOut(url: string, card: Card | "link" | null): Promise<void> {
  const entered = card === "link" ? { method: "link" } : { method: "card", ...cardFields(card) };
  const answer = await submit(url, entered);
  if (answer.status >= 400) throw new Error(`Checkout refused: ${await reason(answer)}`);
  if (card === "asks") await answerBank(url, "complete");
}

export async function changeCard(portalUrl: string, card: Card): Promise<void> {
  const answer = await submit(`${portalUrl}/payment-method`, cardFields(card));
  if (answer.status >= 400) throw new Error(`Card refused: ${await reason(answer)}`);
  if (CARDS[card] === CARDS.asks) await answerBank(`${portalUrl}/payment-method`, "complete");
}

/** Pays on an invoice's own page, with the saved card. */
export async function confirmPayment(
  invoiceUrl: string,
  decision: "complete" | "fail" = "complete",
): Promise<void> {
  await submit(invoiceUrl, { with: "saved" });
  await answerBank(invoiceUrl, decision);
}

/** Pays on an invoice's own page, with another card. */
export async function payOnPage(invoiceUrl: string, card: Card): Promise<void> {
  const answer = await submit(invoiceUrl, cardFields(card));
  if (answer.status >= 400) throw new Error(`Payment refused: ${await reason(answer)}`);
}

async function answerBank(pageUrl: string, decision: "complete" | "fail"): Promise<void> {
  const answer = await submit(`${pageUrl}/authenticate`, { answer: decision });
  if (decision === "complete" && answer.status >= 400) {
    throw new Error(`Confirmation refused: ${await reason(answer)}`);
  }
}

export async function cancelInPortal(portalUrl: string, subscriptionId: string): Promise<void> {
  await submit(`${portalUrl}/subscriptions/${subscriptionId}/cancel`, {});
}

export async function payInPortal(portalUrl: string, invoiceId: string, card: Card): Promise<void> {
  const answer = await submit(`${portalUrl}/invoices/${invoiceId}`, cardFields(card));
  if (answer.status >= 400) throw new Error(`Payment refused: ${await reason(answer)}`);
}

function cardFields(card: Card | null): Record<string, string> {
  return card === null ? {} : { number: CARDS[card], expiry: "12 / 49", cvc: "123", name: "Ada" };
}

async function submit(url: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

async function reason(answer: Response): Promise<string> {
  const page = await answer.text();
  return must(/role="alert"[^>]*>([\s\S]*?)<\//.exec(page)?.[1] ?? page.slice(0, 400), "reason");
}
