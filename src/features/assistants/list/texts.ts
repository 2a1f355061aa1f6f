/** What the list of assistants says. The specification fixes many of these: headings, buttons and banner titles. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";

export const PAGE = {
  pageTitle: "Assistants",
  heading: "Your AI Voice Assistants",
  testEmbed: "Test Embed",
  create: "Create Assistant",
  cancel: "Cancel",
  loading: "Loading your assistants",
  loadingForm: "Loading the form",
} as const;

/** As in "Could not show your assistants." */
export const PARTS = {
  trial: "your free trial",
  form: "the assistant to edit",
  list: "your assistants",
} as const;

export const EMPTY = {
  title: "No assistants yet",
  text: "Give your first one a name, a prompt and a goal, then pick a voice.",
  create: "Create your first assistant",
} as const;

export const TRIAL = {
  reached: "Free Trial Limit Reached",
  reachedText: (minutes: number) =>
    `You have used your ${minutes} free minutes. Choose a plan to keep talking to your assistants.`,
  low: "Free Trial Almost Used Up",
  lowText: (left: number, minutes: number) => `${left} of ${minutes} free minutes left.`,
  ready: "Ready to Go Live?",
  readyText: "Creating and testing are free. Subscribe to publish your assistants on your website.",
  viewPlans: "View plans",
} as const;

export const CARD = {
  live: "Live",
  draft: "Draft",
  paused: "Paused",
  notLive: "You have changes that are not live",
  voice: "Voice:",
  knowledgeFile: "Knowledge file:",
  loadingCode: "Loading the code",
} as const;

/** Each button with what a screen reader hears, which begins with what the button shows. */
export const ACTIONS = {
  test: "Test",
  testLabel: (name: string) => `Test ${name} in a new tab`,
  edit: "Edit",
  publish: "Publish",
  unpublish: "Unpublish",
  requiresSubscription: "Requires Subscription",
  code: "Code",
  codeLabel: (name: string) => `Code for ${name}`,
  hideCode: "Hide code",
  duplicate: "Duplicate",
  delete: "Delete",
  label: (action: string, name: string) => `${action} ${name}`,
  more: (name: string) => `More actions for ${name}`,
} as const;

export const DELETION = {
  confirm: (name: string) => `Are you sure you want to delete "${name}"?`,
  deleted: (name: string) => `Assistant "${name}" deleted.`,
  failed: "Failed to delete assistant.",
} as const;

export const VOICE_SYNC = {
  failed: "Your last change could not be sent to the voice service.",
  retry: "Try again",
  retryLabel: (name: string) => `Try again for ${name}`,
} as const;

export const DAILY_LIMIT = {
  reached: (minutes: number, timeZone: string) =>
    `Visitors have used today's ${counted(minutes)}. They can call again tomorrow (${timeZone}).`,
  allowMore: (minutes: number) => `Allow ${counted(minutes, "more ")} today`,
  removeLimit: "Remove limit",
  label: (action: string, name: string) => `${action} for ${name}`,
} as const;

type SubscriptionState = FunctionReturnType<typeof api.subscriptions.getSubscriptionState>["state"];
/** Why visitors cannot reach an assistant, and the link to the page where that can be changed. */
export type NotServedReason = readonly [reason: string, nextStep: string];

const SEE = "See what to do";
const PAY = "Update your payment method";
const CHOOSE = "Choose a plan";

export const NOT_SERVED = {
  text: (reason: string | null) =>
    `Visitors can't reach this assistant right now${reason === null ? "." : `: ${reason}.`}`,
  disputed: ["a payment was disputed with your bank", SEE],
  overageUnpaid: ["your extra minutes have not been paid", SEE],
  spendingLimit: ["your extra minutes have reached your spending limit", "Raise the limit"],
} as const;

/** Null while the answers of two queries do not agree yet. */
export const NOT_SERVED_BY_STATE: Record<SubscriptionState, NotServedReason | null> = {
  active: null,
  trialing: null,
  trial_used_up: ["your trial minutes are used up", "Start your plan now"],
  none: ["you have no subscription", CHOOSE],
  payment_due: ["your last payment failed", PAY],
  payment_to_confirm: ["your bank asks you to confirm a payment", SEE],
  unpaid: ["your payments failed", PAY],
  paused: ["your subscription is paused", SEE],
  incomplete: ["your first payment was not completed", SEE],
  never_begun: ["your first payment was not completed", CHOOSE],
  ended: ["your subscription has ended", CHOOSE],
  trial_ended: ["your free trial has ended", CHOOSE],
  off_plan: ["your subscription was set up manually", SEE],
};

function counted(minutes: number, more = ""): string {
  return `${minutes} ${more}${minutes === 1 ? "minute" : "minutes"}`;
}
