import { MAX_ASSISTANTS_PER_OWNER, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits";

export const MESSAGES = {
  fillInAssistant: "Please fill in the assistant name, system prompt, and assistant goal.",
  tooManyAssistants: `You already have ${MAX_ASSISTANTS_PER_OWNER} assistants. Delete one you no longer need first.`,
  assistantNotFound: "This assistant no longer exists.",
  embedIdInvalid: "The embed id must be a random UUID. Please try again.",
  embedIdTaken: "This embed id is already in use. Please try again.",
  voiceAssistantUnknown: "This voice assistant was not made by you.",
  knowledgeFileUnknown: "This knowledge file was not uploaded by you.",
  notSignedIn: "Please sign in to continue.",
  invalidPassword: "Invalid password. Please try again.",
  couldNotSignIn: "Could not sign in, did you mean to sign up?",
  couldNotSignUp: "Could not sign up, did you mean to sign in?",
  invalidEmail: "Please enter a valid email address.",
  passwordTooShort: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`,
  passwordTooLong: `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`,
  tooManyAttempts: "Too many failed attempts. Please wait a few minutes and try again.",
  tooManyRequests: "That was a lot at once. Please wait a minute and try again.",
  paymentDue:
    "Your last payment failed. Please update your payment method in the billing portal first.",
  paymentMethodMissing:
    "There is no payment method to charge, so nothing was changed. Please add one in the billing portal.",
  paymentsUnavailable: "The payment service did not answer. Please try again in a moment.",
  planUnknown: "Your subscription was set up by hand. Please contact us to change it.",
  noSubscription: "You have no subscription yet. Please choose a plan first.",
  subscriptionEnded: "Your subscription has already ended. Please choose a plan to start again.",
  overagePaymentPending: "The payment service did not answer. The charge will be tried again.",
  somethingWrong: "Something went wrong. Please try again.",
} as const;

export function textTooLong(label: string, maxLength: number): string {
  return `The ${label} can have at most ${maxLength.toLocaleString("en-US")} characters.`;
}

/** The reason is the bank's, in words meant for whoever pays. */
export function paymentDeclined(reason: string): string {
  return `${reason} Your plan was not changed and nothing was charged.`;
}
