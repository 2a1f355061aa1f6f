/** Ends a payment that has been processing for days. */
import type { Charge, Invoice, PaymentIntent } from "../wire.ts";
import { refuse, take } from "./charging.ts";
import { planRetry } from "./collecting.ts";
import { markPaid } from "./invoices.ts";
import { followRefusal } from "./subscription-status.ts";
import { bankOf } from "./test-banks.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";

export function endPayment(world: World, intent: PaymentIntent): void {
  const pending = known(world, "charge", intent.latest_charge ?? "");
  const method = known(world, "payment_method", pending.payment_method ?? "");
  const payment = world.store
    .all("invoice_payment")
    .find((one) => one.payment.payment_intent === intent.id);
  const ends = bankOf(method)?.ends;
  if (payment === undefined || ends === undefined || ends === "never") {
    throw new Error(`Payment intent ${intent.id} never ends`);
  }
  const invoice = known(world, "invoice", payment.invoice);
  if (ends === "paid") {
    const { amount } = pending;
    const made: Charge = { ...pending, status: "succeeded", paid: true, captured: true };
    take(world, { made: { ...made, amount_captured: amount }, intent, payment, invoice });
    markPaid(world, invoice);
    return;
  }
  const { code: failure_code, message: failure_message } = ends;
  const made: Charge = { ...pending, status: "failed", failure_code, failure_message };
  refuse(world, { made, intent, method, failure: ends });
  const refused: Invoice = save(world, invoice, "invoice.payment_failed");
  followRefusal(world, refused);
  if (refused.auto_advance === true) planRetry(world, refused);
}
