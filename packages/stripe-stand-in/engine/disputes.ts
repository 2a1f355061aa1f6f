import { StripeError, invalid } from "../errors.ts";
import { newId } from "../identifiers.ts";
import type { Charge, Dispute, Refund } from "../wire.ts";
import { DAY } from "./calendar.ts";
import { invoiceOf, recordMoney } from "./ledger.ts";
import { known, save } from "./world.ts";
import type { World } from "./world.ts";
import { dollars } from "./money.ts";

const RESPONSE_TIME = 7 * DAY;

/** The bank takes the money back until the dispute is decided. */
export function openDispute(world: World, charge: Charge, reason: string): Dispute {
  if (!charge.paid || charge.disputed) {
    throw invalid(
      `Charge ${charge.id} has not been paid or is disputed already.`,
      "charge_disputed",
    );
  }
  const amount = charge.amount - charge.amount_refunded;
  const disputed = save(world, { ...charge, disputed: true }, "charge.updated");
  recordMoney(world, {
    kind: "dispute",
    amount: -amount,
    charge: disputed,
    invoice: invoiceOf(world, charge),
  });
  return save(world, newDispute(world, disputed, amount, reason), "charge.dispute.created");
}

export function closeDispute(world: World, dispute: Dispute, status: "won" | "lost"): Dispute {
  if (dispute.status !== "needs_response") {
    throw invalid(`Dispute ${dispute.id} is closed: ${dispute.status}.`);
  }
  if (status === "won") {
    const charge = known(world, "charge", dispute.charge);
    const invoice = invoiceOf(world, charge);
    recordMoney(world, { kind: "dispute_won", amount: dispute.amount, charge, invoice });
  }
  return save(world, { ...dispute, status }, "charge.dispute.closed");
}

export interface RefundRequest {
  charge: Charge;
  amount: number | undefined;
  reason: string | null;
  metadata: Record<string, string>;
}

export function refund(world: World, { charge, amount, reason, metadata }: RefundRequest): Refund {
  if (!charge.paid) {
    throw invalid(
      `Charge ${charge.id} was not paid, so it cannot be refunded.`,
      "charge_not_refundable",
    );
  }
  if (charge.disputed) {
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      "charge_disputed",
    );
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  }
  const taken = amount ?? left;
  if (taken > left) {
    throw new StripeError({
      status: 400,
      type: "invalid_request_error",
      message: `Refund amount (${dollars(taken)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      param: "amount",
    });
  }
  const made: Refund = {
    id: newId("re"),
    object: "refund",
    amount: taken,
    balance_transaction: null,
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  const amount_refunded = charge.amount_refunded + taken;
  const refunded = amount_refunded === charge.amount;
  save(world, made, "refund.created");
  save(world, { ...charge, amount_refunded, refunded }, "charge.refunded");
  recordMoney(world, { kind: "refund", amount: -taken, charge, invoice: invoiceOf(world, charge) });
  return made;
}

function newDispute(world: World, charge: Charge, amount: number, reason: string): Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: world.now + RESPONSE_TIME,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
}
