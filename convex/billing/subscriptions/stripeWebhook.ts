/** Receives Stripe's events. An event only names the customer; we fetch the current state from Stripe. */
import type { ActionCtx } from "../../_generated/server";
import { required } from "../../lib/env";
import { readText } from "../../lib/requestBody";
import { STRIPE_EVENTS } from "../../shared/stripeEvents";
import { stripe } from "../../vendors/stripeClient";
import { type StripeEvent, verifiedEvent } from "../../vendors/stripeEvents";
import { refreshCharge } from "../overage/charge";
import { followDispute } from "./disputes";
import { syncCustomer } from "./sync";

/** Other events are ignored without a request to Stripe. */
const HANDLED_EVENTS = new Set<string>(STRIPE_EVENTS);

/** An invoice is sent with its lines, so events can be large. */
const MAX_EVENT_BYTES = 1_000_000;

/** A failure must not return a success status, because Stripe repeats events until it gets one. */
export async function receiveStripeEvent(ctx: ActionCtx, request: Request): Promise<Response> {
  const signature = request.headers.get("stripe-signature");
  if (signature === null) return answer(400, "The signature is missing");
  const secret = required("STRIPE_WEBHOOK_SECRET");
  const read = await readText(request, { maxBytes: MAX_EVENT_BYTES });
  if (read.kind === "refused") return answer(read.status, read.reason);
  const event = await verifiedEvent(read.content, { signature, secret });
  if (event === null) return answer(400, "The signature is wrong");
  if (event.isLive !== stripe().isLive) return answer(400, "The event is from the other mode");
  if (!HANDLED_EVENTS.has(event.type)) return answer(200, "Ignored");
  try {
    await processEvent(ctx, event);
  } catch (error) {
    console.error(`Event ${event.id} (${event.type}) failed`, error);
    return answer(500, "Please send the event again");
  }
  return answer(200, "Processed");
}

async function processEvent(ctx: ActionCtx, event: StripeEvent): Promise<void> {
  const { disputeId } = event;
  if (disputeId !== null) await followDispute(ctx, { ...event, disputeId });
  // Before the sync, because the sync marks the event as processed.
  if (event.invoiceId !== null) await refreshCharge(ctx, event.invoiceId);
  if (event.customerId !== null) await syncCustomer(ctx, event.customerId, event.id);
}

function answer(status: number, text: string): Response {
  return new Response(text, { status });
}
