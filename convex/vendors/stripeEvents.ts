import Stripe from "stripe";

/** The fields of an event that we use. The rest is fetched from Stripe. */
export interface StripeEvent {
  id: string;
  type: string;
  isLive: boolean;
  customerId: string | null;
  invoiceId: string | null;
  disputeId: string | null;
}

/** Null if the signature is wrong or too old. */
export async function verifiedEvent(
  body: string,
  { signature, secret }: { signature: string; secret: string },
): Promise<StripeEvent | null> {
  let event: Stripe.Event;
  try {
    event = await Stripe.webhooks.constructEventAsync(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw error;
  }
  return concerning(event);
}

export function concerning({ id, type, livemode, data }: Stripe.Event): StripeEvent {
  const object = data.object as { id?: unknown; object: string; customer?: unknown };
  const before = data.previous_attributes as { customer?: unknown } | undefined;
  return {
    id,
    type,
    isLive: livemode,
    customerId:
      object.object === "customer"
        ? idOf(object)
        : // A removed payment method names its former customer only.
          (idOf(object.customer) ?? idOf(before?.customer)),
    invoiceId: object.object === "invoice" ? idOf(object) : null,
    // A dispute names neither a customer nor an invoice.
    disputeId: object.object === "dispute" ? idOf(object) : null,
  };
}

function idOf(reference: unknown): string | null {
  if (typeof reference === "string") return reference;
  if (typeof reference !== "object" || reference === null || !("id" in reference)) return null;
  return typeof reference.id === "string" ? reference.id : null;
}
