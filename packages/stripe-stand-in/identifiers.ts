import { randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
// The largest multiple of 62 below 256. Larger bytes would make the first letters more frequent.
const FAIR_BYTES = 248;

/** Random letters and digits, each with equal probability, so that 22 of them cannot be guessed. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_BYTES && text.length < length) text += LETTERS[byte % LETTERS.length] ?? "";
    }
  }
  return text;
}

const ID_LENGTH = 24;
// A checkout session's id is the only secret of its page.
const SESSION_ID_LENGTH = 58;

/** An id in Stripe's form: the kind of object, and an unguessable part. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(prefix === "cs_test" ? SESSION_ID_LENGTH : ID_LENGTH)}`;
}

type IdPrefix =
  | "bpc"
  | "bps"
  | "ch"
  | "clock"
  | "cs_test"
  | "cus"
  | "du"
  | "evt"
  | "ii"
  | "il"
  | "in"
  | "inpay"
  | "li"
  | "money"
  | "pi"
  | "pm"
  | "price"
  | "prod"
  | "re"
  | "req"
  | "si"
  | "sub"
  | "sub_sched"
  | "test_portal"
  | "we";
