import {
  MAX_ASSISTANTS_PER_OWNER,
  MAX_PASSWORD_LENGTH,
  MAX_SPENDING_LIMIT_CENTS,
  MIN_PASSWORD_LENGTH,
  TEST_MINUTES,
  TRIAL_MINUTES_WITHOUT_CARD,
} from "./limits";

/** Why a visitor's call is refused. The talk button has these texts as well (`words/en.ts`). */
export const CALL_REFUSALS = {
  assistantNotServed: "This assistant is not available at the moment.",
  siteNotAllowed: "This website is not among those that may use this assistant.",
  pageOutdated: "This page is out of date. Please reload it and try again.",
  linesBusy: "All lines are busy. Please try again in a moment.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  voicePlatformFailed: "The voice service did not answer as expected. Please try again.",
} as const;

export const MESSAGES = {
  ...CALL_REFUSALS,
  fillInAssistant: "Please fill in the assistant name, system prompt, and assistant goal.",
  assistantNotFound: "This assistant no longer exists.",
  knowledgeFileType:
    "This file type is not supported. Please use a PDF, TXT, DOC, DOCX, MD, CSV, JSON, XML or LOG file.",
  knowledgeFileName: "The name of the knowledge file is missing or too long.",
  subscriptionRequired:
    "Active subscription required to publish assistants. Please upgrade your plan.",
  createVoiceAssistantFailed: "Failed to create voice assistant. Please check your configuration.",
  updateVoiceAssistantFailed: "Failed to update voice assistant. Please check your configuration.",
  publishFailed: "Failed to update publish status.",
  voicePreviewPlayFailed: "Failed to play voice preview",
  voicePreviewLoadFailed: "Failed to load voice preview",
  copyFailed: "Failed to copy embed code.",
  assistantCreated: "Assistant created successfully!",
  assistantUpdated: "Assistant updated successfully!",
  assistantPublished: "Assistant published!",
  assistantUnpublished: "Assistant unpublished!",
  embedCodeCopied: "Embed code copied to clipboard!",
  notSignedIn: "Please sign in to continue.",
  invalidPassword: "Invalid password. Please try again.",
  couldNotSignIn: "Could not sign in, did you mean to sign up?",
  couldNotSignUp: "Could not sign up, did you mean to sign in?",
  invalidEmail: "Please enter a valid email address.",
  passwordTooShort: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`,
  tooManyAttempts: "Too many failed attempts. Please wait a few minutes and try again.",
  planStarted: "Your plan has begun. Thank you!",
  planNotStarted: "Failed to start your plan",
  planUpgraded: "Plan upgraded successfully! Changes take effect immediately.",
  planDowngraded: "Plan will downgrade at the end of your current billing period.",
  planChangeUndone: "Your plan stays as it is",
  subscriptionCancelled: "Subscription will be cancelled at the end of the current period",
  subscriptionReactivated: "Subscription has been reactivated",
  subscriptionNotUpdated: "Failed to update subscription",
  subscriptionNotCancelled: "Failed to cancel subscription",
  subscriptionNotReactivated: "Failed to reactivate subscription",
  portalNotOpened: "Failed to open billing portal",
  overageNotChecked: "Failed to check overage",
  openingEmailClient: "Opening email client...",
  callsNotFetched: "Failed to fetch calls",
  callDetailsNotLoaded: "Failed to load call details",
  callsNotSaved: "Failed to save the calls",
  somethingWrong: "Something went wrong. Please try again.",
} as const;

/** What only functions say, in what they refuse. Apart from what pages say themselves, which every page loads. */
export const REFUSALS = {
  usageMissing:
    "We cannot tell how many minutes you have used, so no call can start. Please contact support.",
  /** For pages of before there were notices: others show the notice. */
  consentNeeded:
    "There is something to agree to before a call. Please reload this page and press again.",
  callGoingOn:
    "This call is still going on, or is being written up. Please try again in a few minutes.",
  recordingLinkOver: "This link to a recording is over. Please open the call again.",
  tooManyAssistants: `You already have ${MAX_ASSISTANTS_PER_OWNER} assistants. Delete one you no longer need first.`,
  embedIdInvalid: "The embed id must be a random UUID. Please try again.",
  embedIdTaken: "This embed id is already in use. Please try again.",
  voiceAssistantUnknown: "This voice assistant was not made by you.",
  knowledgeFileUnknown: "This knowledge file was not uploaded by you.",
  uploadLinkUsed:
    "This link has taken a file already, or is too old. Please choose the file again.",
  knowledgeFileGone: "The knowledge file is no longer there. Please choose it again.",
  knowledgeFileUnlike: "The file is not what its name says. Please save it again and retry.",
  signedCallsOn: "Signed calls are already switched on. Please reload this page.",
  signedCallsOff: "Signed calls are switched off. Please reload this page.",
  versionNotFound: "This version is not there any more.",
  callNotFound: "This call no longer exists.",
  noAssistantNamed: "The request does not say which assistant it is for.",
  passwordTooLong: `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`,
  paymentDue:
    "Your last payment failed. Please update your payment method in the billing portal first.",
  paymentMethodMissing:
    "There is no payment method to charge, so nothing was changed. Please add one in the billing portal.",
  paymentsUnavailable: "The payment service did not answer. Please try again in a moment.",
  planUnknown: "Your subscription was set up by hand. Please contact us to change it.",
  subscriptionPaused:
    "Your subscription is paused. Please add a payment method in the billing portal and contact us.",
  noSubscription:
    "You have no active subscription. Please see Current Plan on the Subscription page for what to do.",
  subscriptionEnded: "Your subscription has already ended. Please choose a plan to start again.",
  chargeToConfirm:
    "Your bank asks you to confirm this payment. Please press Confirm payment at the top of the page.",
  chargeMethodMissing:
    "There is no payment method to charge. Please add one in the billing portal.",
  overagePaymentProcessing:
    "Your bank is processing the payment, which can take a few days. You don’t need to do anything.",
  overagePaymentPending: "The payment service did not answer. The charge will be tried again.",
  /** Beside the button of the payment page. */
  trialTerms: `Without a payment method, the trial includes ${TRIAL_MINUTES_WITHOUT_CARD} minutes. One free trial per person. If you or this card had one before, the plan begins at once and is charged today.`,
} as const;

/** About the spending limit. Apart from the rest, which every page loads. */
export const SPENDING_MESSAGES = {
  noExtraMinutes:
    "There are no extra minutes during a trial. You can set a limit once your paid plan begins.",
  invalid: `A spending limit is a whole number of cents, from $0.00 to ${dollars(MAX_SPENDING_LIMIT_CENTS)}.`,
  changed: "Your spending limit was changed.",
  notChanged: "Failed to change your spending limit",
} as const;

export function textTooLong(label: string, maxLength: number): string {
  return `The ${label} can have at most ${maxLength.toLocaleString("en-US")} characters.`;
}

export function tooManyPublished(planName: string, limit: number, canUpgrade: boolean): string {
  return `Your ${planName} plan allows ${counted(limit, "published assistant")}. Unpublish one${canUpgrade ? " or upgrade your plan" : " first"}.`;
}

export function tooManyKnowledgeFiles(
  planName: string,
  limit: number,
  canUpgrade: boolean,
): string {
  return `Your ${planName} plan allows ${counted(limit, "knowledge file")}. Remove one${canUpgrade ? " or upgrade your plan" : " first"}.`;
}

export function noChargeNeeded(overageMinutes: number, thresholdMinutes: number): string {
  return `No charge needed. Current overage: ${overageMinutes} minutes. Next charge at: ${thresholdMinutes} minutes.`;
}

export function overageCharged(amountCents: number, minutes: number): string {
  return `Charged ${dollars(amountCents)} for ${minutes} extra minutes`;
}

export function testLimitReached(usedMinutes: number): string {
  return `Test limit reached! You've used ${usedMinutes} of ${TEST_MINUTES} free test minutes. Please subscribe to continue using voice assistants.`;
}

export function trialMinutesUsedUp(usedMinutes: number, includedMinutes: number): string {
  return `You've used ${usedMinutes} of the ${includedMinutes} minutes of your trial. To go on, start your plan now under Subscription, or wait until the trial ends and the plan begins by itself.`;
}

export function spendingLimitReached(limitCents: number): string {
  return `Your included minutes are used up, and extra minutes have reached your spending limit of ${dollars(limitCents)}. Raise it on the Subscription page, or wait for your next billing period.`;
}

export function freeTrialLimitReached(usedMinutes: number, limitMinutes: number): string {
  return `Free trial limit reached! You've used ${usedMinutes} of ${limitMinutes} free minutes. Please upgrade to continue using voice assistants.`;
}

export function confirmToKeepTesting(email: string): string {
  return `Confirm your email address to keep testing. We sent a link to ${email}.`;
}

export function voiceNotConfigured(name: string): string {
  return `Voice chat is not configured for ${name}. Please recreate the assistant to enable voice functionality.`;
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** As below, for a plan that was to begin within its trial. */
export function planNotStarted(reason: string): string {
  return `${reason} Nothing was charged, and your trial goes on as it was.`;
}

/** The reason is the bank's, in words meant for whoever pays. */
export function paymentDeclined(reason: string): string {
  return `${reason} Your plan was not changed and nothing was charged.`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
