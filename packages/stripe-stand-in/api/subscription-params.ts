/** The parameters that create and change subscriptions. */
import {
  boolean,
  fields,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
} from "./params.ts";
import type { Rule } from "./params.ts";
import { BILLING_MODE_PARAM, PRORATION, TRIAL_SETTINGS } from "./shared-params.ts";

const PAYMENT_BEHAVIOR = oneOf(
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
);
const QUANTITY = integer({ least: 1 });
export const CANCELLATION_DETAILS = fields({
  comment: unsettable(text),
  feedback: unsettable(
    oneOf(
      "customer_service",
      "low_quality",
      "missing_features",
      "other",
      "switched_service",
      "too_complex",
      "too_expensive",
      "unused",
    ),
  ),
});

const PERIOD_END = oneOf("min_period_end", "max_period_end");

const END: Rule<number | ReturnType<typeof PERIOD_END.parse>> = {
  parse: (value, name) =>
    typeof value === "string" && value.endsWith("_period_end")
      ? PERIOD_END.parse(value, name)
      : timestamp.parse(value, name),
};

const TRIAL_END: Rule<number | "now"> = {
  parse: (value, name) => (value === "now" ? "now" : timestamp.parse(value, name)),
};

export const NEW = {
  customer: required(text),
  items: required(list(fields({ price: required(text), quantity: QUANTITY }))),
  billing_mode: BILLING_MODE_PARAM,
  default_payment_method: text,
  description: text,
  metadata,
  payment_behavior: PAYMENT_BEHAVIOR,
  off_session: boolean,
  trial_end: timestamp,
  trial_period_days: integer({ least: 1, most: 730 }),
  trial_settings: TRIAL_SETTINGS,
};

export const CHANGES = {
  cancel_at: unsettable(END),
  cancel_at_period_end: boolean,
  cancellation_details: CANCELLATION_DETAILS,
  default_payment_method: text,
  description: unsettable(text),
  items: list(fields({ id: text, price: text, quantity: QUANTITY })),
  metadata,
  off_session: boolean,
  payment_behavior: PAYMENT_BEHAVIOR,
  proration_behavior: PRORATION,
  trial_end: TRIAL_END,
  trial_settings: TRIAL_SETTINGS,
};

export const STATUS = oneOf(
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
);
