/** What Stripe reports. An event says only whom it concerns; what became of them Stripe is asked. */
import type { ActionCtx } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { STRIPE_EVENTS } from "../../shared/stripeEvents";
import { stripe } from "../../vendors/stripeClient";
import { type StripeEvent, verifiedEvent } from "../../vendors/stripeEvents";
import { refreshCharge } from "../overage/charge";
import { followDispute } from "./disputes";
import { syncCustomer } from "./sync";

/** An endpoint that was set up to be told more costs an answer, and no question. */
const ASKED_FOR = new Set<string>(STRIPE_EVENTS);

/** An invoice comes with its lines. */
const LONGEST_EVENT = 1_000_000;

/** A failure must not be answered with success: Stripe sends again whatever was not. */
export async function receiveStripeEvent(ctx: ActionCtx, request: Request): Promise<Response> {
  const signature = request.headers.get("stripe-signature");
  if (signature === null) return answer(400, "There is no signature");
  const secret = required("STRIPE_WEBHOOK_SECRET");
  const read = await readText(request, { maxBytes: LONGEST_EVENT });
  if (read.kind === "refused") return answer(read.status, read.reason);
  const event = await verifiedEvent(read.content, { signature, secret });
  if (event === null) return answer(400, "The signature does not fit");
  if (event.isLive !== stripe().isLive) return answer(400, "This is the other mode's event");
  if (!ASKED_FOR.has(event.type)) return answer(200, "Not needed");
  try {
    await follow(ctx, event);
  } catch (error) {
    console.error(`Event ${event.id} (${event.type}) failed`, error);
    return answer(500, "Please send it again");
  }
  return answer(200, "Done");
}

async function follow(ctx: ActionCtx, event: StripeEvent): Promise<void> {
  const { disputeId } = event;
  if (disputeId !== null) await followDispute(ctx, { ...event, disputeId });
  // Before the sync: an event that was dealt with is not looked at again.
  if (event.invoiceId !== null) await refreshCharge(ctx, event.invoiceId);
  if (event.customerId !== null) await syncCustomer(ctx, event.customerId, event.id);
}

function answer(status: number, text: string): Response {
  return new Response(text, { status });
}
