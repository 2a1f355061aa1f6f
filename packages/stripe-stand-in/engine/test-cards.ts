/** Stripe's test cards, by what happens to a payment with each. */
export interface Decline {
  code: string;
  decline_code: string | undefined;
  message: string;
}

export interface TestCard {
  number: string;
  brand: string;
  /** The description on the pages. */
  label: string;
  /** The id with which Stripe attaches it without a page. */
  token: string;
  /** Declined when it is saved. */
  saving: Decline | null;
  /** Declined when it is charged. */
  charging: Decline | null;
  /**
   * 3D Secure. With the owner present, such a card must be confirmed each time. Without them, either always or until
   * its owner has confirmed it once for later payments (docs.stripe.com/testing, "Authentication").
   */
  confirmation: "never" | "until_set_up" | "always";
  /** The bank disputes each payment. */
  isDisputed: boolean;
}

function declined(decline_code: string, message = "Your card was declined."): Decline {
  return { code: "card_declined", decline_code, message };
}

const GENERIC = declined("generic_decline");

function card(details: Partial<TestCard> & Pick<TestCard, "number" | "label" | "token">): TestCard {
  return {
    brand: "visa",
    saving: null,
    charging: null,
    confirmation: "never",
    isDisputed: false,
    ...details,
  };
}

function refused(number: string, token: string, label: string, decline: Decline): TestCard {
  return card({ number, token, label, saving: decline, charging: decline });
}

export const AUTHENTICATION_REQUIRED: Decline = {
  code: "authentication_required",
  decline_code: "authentication_required",
  message: "Your card was declined. This transaction requires authentication.",
};

export const TEST_CARDS: TestCard[] = [
  card({ number: "4242424242424242", token: "pm_card_visa", label: "Succeeds" }),
  card({
    number: "5555555555554444",
    token: "pm_card_mastercard",
    brand: "mastercard",
    label: "Succeeds (Mastercard)",
  }),
  card({
    number: "378282246310005",
    token: "pm_card_amex",
    brand: "amex",
    label: "Succeeds (American Express, CVC of 4 digits)",
  }),
  refused("4000000000000002", "pm_card_visa_chargeDeclined", "Is declined", GENERIC),
  refused(
    "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    "Is declined: insufficient funds",
    declined("insufficient_funds", "Your card has insufficient funds."),
  ),
  refused("4000000000000069", "pm_card_chargeDeclinedExpiredCard", "Is declined: expired", {
    code: "expired_card",
    decline_code: "expired_card",
    message: "Your card has expired.",
  }),
  refused("4000000000000127", "pm_card_chargeDeclinedIncorrectCvc", "Is declined: wrong CVC", {
    code: "incorrect_cvc",
    decline_code: "incorrect_cvc",
    message: "Your card's security code is incorrect.",
  }),
  card({
    number: "4000000000000341",
    token: "pm_card_chargeCustomerFail",
    label: "Is saved, later payments are declined",
    charging: GENERIC,
  }),
  card({
    number: "4000002500003155",
    token: "pm_card_authenticationRequiredOnSetup",
    label: "Asks to authenticate, but not for later payments",
    confirmation: "until_set_up",
  }),
  card({
    number: "4000002760003184",
    token: "pm_card_authenticationRequired",
    label: "Asks to authenticate at every payment",
    confirmation: "always",
  }),
  card({
    number: "4000008260003178",
    token: "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds",
    label: "Asks to authenticate, then is declined: insufficient funds",
    charging: declined("insufficient_funds", "Your card has insufficient funds."),
    confirmation: "until_set_up",
  }),
  card({
    number: "4000000000003220",
    token: "pm_card_threeDSecure2Required",
    label: "Must be authenticated (3D Secure 2)",
    confirmation: "until_set_up",
  }),
  card({
    number: "4000000000000259",
    token: "pm_card_createDispute",
    label: "Succeeds, then the bank disputes the payment",
    isDisputed: true,
  }),
];

export function findCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((one) => one.number === number);
}

export function findCardByToken(token: string): TestCard | undefined {
  return TEST_CARDS.find((one) => one.token === token);
}
