import {
  MAX_ASSISTANTS_PER_OWNER,
  MAX_PASSWORD_LENGTH,
  MAX_SPENDING_LIMIT_CENTS,
  MAX_TYPED_ANSWERS,
  MAX_RATING_LENGTH,
  MAX_TYPED_LENGTH,
  MIN_PASSWORD_LENGTH,
  TEST_MINUTES,
  TRIAL_MINUTES_WITHOUT_CARD,
} from "./limits";

/** Why a visitor's call is refused. The talk button has a short form of each. */
export const CALL_REFUSALS = {
  assistantNotServed: "This assistant is not available at the moment.",
  siteNotAllowed: "This assistant is not allowed on this website.",
  pageOutdated: "This page is out of date. Please reload it and try again.",
  linesBusy: "All lines are busy. Please try again in a moment.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  voicePlatformFailed: "The voice service returned an error. Please try again.",
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
  planStarted: "Your plan has started. Thank you!",
  planNotStarted: "Failed to start your plan",
  planUpgraded: "Plan upgraded successfully! Changes take effect immediately.",
  planDowngraded: "Plan will downgrade at the end of your current billing period.",
  planChangeUndone: "Plan change cancelled",
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
  callsNotSaved: "Failed to download your calls",
  somethingWrong: "Something went wrong. Please try again.",
} as const;

/** Texts that only the backend sends. Kept apart from `MESSAGES`, which every page loads. */
export const REFUSALS = {
  notOperator: "Only operators may see this.",
  usageMissing:
    "We can't tell how many minutes you've used, so no call can start. Please contact support.",
  messageMissing: "Please write a message first.",
  messageTooLong: `A message can have at most ${MAX_TYPED_LENGTH.toLocaleString("en-US")} characters.`,
  contactMissing: "Please enter an email address or a phone number.",
  contactInvalid: "Please check the email address or phone number.",
  messageNotTaken: "This assistant takes no messages at the moment.",
  leftMessagesFull: "No more messages can be left today. Please try again tomorrow.",
  ratingMissing: "Please say whether the conversation helped.",
  fieldUnknown: "The field must be named by its id.",
  pageAnswerUnknown: "What the page has done must have an id, isDone and a text.",
  slipAddress: "Name what was done by its id, and a full email address.",
  slipGone: "There is nothing of this conversation to send.",
  correctionUnreadable: "A correction needs the proposal, the parameter's name and its value.",
  ratingTooLong: `Your words can have at most ${MAX_RATING_LENGTH} characters.`,
  threadOver: "This conversation has expired. Please start a new one.",
  textOff: "This assistant does not take typed messages.",
  answerPending: "The assistant is still answering. Please wait a moment.",
  threadFull: `A conversation has at most ${MAX_TYPED_ANSWERS} answers. Please start a new one.`,
  /** Only pages that were loaded before the owner switched the notice on get this. */
  consentNeeded:
    "You need to agree to a notice before the call. Please reload this page and try again.",
  conversationGoingOn:
    "The conversation can be deleted once it has ended: half an hour after its last message.",
  callGoingOn:
    "This call is still in progress or being processed. Please try again in a few minutes.",
  unsavedSettingsInvalid:
    "The settings in the form could not be read. Please reload the page and try again.",
  recordingLinkOver: "This recording link has expired. Please open the call again.",
  tooManyAssistants: `You already have ${MAX_ASSISTANTS_PER_OWNER} assistants. Delete one to create another.`,
  embedIdInvalid: "The embed ID must be a random UUID. Please try again.",
  embedIdTaken: "This embed ID is already in use. Please try again.",
  voiceAssistantUnknown: "This voice assistant does not belong to your account.",
  knowledgeFileUnknown: "This knowledge file does not belong to your account.",
  uploadLinkUsed: "This upload link has expired or was already used. Please choose the file again.",
  knowledgeFileGone: "The knowledge file no longer exists. Please choose it again.",
  knowledgeFileUnlike: "The file's contents do not match its type. Please save it again and retry.",
  signedCallsOn: "Signed calls are already switched on. Please reload this page.",
  signedCallsOff: "Signed calls are switched off. Please reload this page.",
  versionNotFound: "This version no longer exists.",
  draftChanged: "The changes were edited in the meantime. Please look at them again.",
  draftExists: "There are changes that are not live. Publish or discard them first.",
  callNotFound: "This call no longer exists.",
  noAssistantNamed: "The request does not name an assistant.",
  passwordTooLong: `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`,
  paymentDue:
    "Your last payment failed. Please update your payment method in the billing portal first.",
  paymentMethodMissing:
    "You have no payment method on file, so nothing was changed. Please add one in the billing portal.",
  paymentsUnavailable: "The payment service did not respond. Please try again in a moment.",
  planUnknown: "Your subscription was set up manually. Please contact us to change it.",
  subscriptionPaused:
    "Your subscription is paused. Please add a payment method in the billing portal and contact us.",
  noSubscription:
    "You have no active subscription. See Current Plan on the Subscription page for what to do next.",
  subscriptionEnded: "Your subscription has already ended. Please choose a plan to start again.",
  chargeToConfirm:
    "Your bank asks you to confirm this payment. Select Confirm payment at the top of the page.",
  chargeMethodMissing: "You have no payment method on file. Please add one in the billing portal.",
  overagePaymentProcessing:
    "Your bank is processing the payment, which can take a few days. You don’t need to do anything.",
  overagePaymentPending: "The payment service did not respond. We will retry the charge.",
  /** Shown beside the button on the payment page. */
  trialTerms: `Without a payment method, the trial includes ${TRIAL_MINUTES_WITHOUT_CARD} minutes. One free trial per person: if you or this card already had one, the plan starts now and you are charged today.`,
} as const;

/** The spending limit's texts. Kept apart from `MESSAGES`, which every page loads. */
export const SPENDING_MESSAGES = {
  noExtraMinutes: "A trial has no extra minutes. You can set a limit once your paid plan starts.",
  invalid: `Enter an amount from $0.00 to ${dollars(MAX_SPENDING_LIMIT_CENTS)}.`,
  changed: "Spending limit updated.",
  notChanged: "Failed to update your spending limit",
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
  return `You've used ${usedMinutes} of your ${includedMinutes} trial minutes. To continue, start your plan on the Subscription page, or wait until it starts automatically when the trial ends.`;
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

/** The same as `paymentDeclined`, when the owner tried to start the plan before the trial ends. */
export function planNotStarted(reason: string): string {
  return `${reason} Nothing was charged, and your trial continues.`;
}

/** `reason` is the bank's own message, which is written for the cardholder. */
export function paymentDeclined(reason: string): string {
  return `${reason} Your plan was not changed and nothing was charged.`;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
