/** Texts around the pages of the dashboard. Apart from those that every page loads. */

export const NAVIGATION = {
  label: "Dashboard",
  assistants: "Assistants",
  inbox: "Inbox",
  subscription: "Subscription",
  analytics: "Analytics",
  connections: "Connections",
  unread: " unread",
};

export const ACCOUNT_MENU = {
  label: (email: string | undefined) => (email === undefined ? "Account" : `Account ${email}`),
  appearance: "Appearance",
  account: "Account settings",
  signOut: "Sign out",
  deleteAccount: "Delete account…",
};

export const DASHBOARD_NOT_FOUND = { action: "Go to your assistants" };

export const CONNECTION = {
  lost: "No connection. Trying to reconnect. What you see may be out of date.",
};

export const UPDATE = {
  done: "Hark has been updated. Reload this page to continue.",
  running: "Hark is being updated. Wait a minute, then reload this page.",
  reload: "Reload",
};

export const SUBSCRIPTION_BANNER = {
  success: "Subscription Successful",
  thanks: "Thank you.",
  ready: "You can publish your assistants now.",
  waiting: "Your plan appears here as soon as the payment service confirms it.",
  settingUp: "We are setting up your plan.",
  cancelled: "Subscription Cancelled",
  notCharged: "You were not charged. You can try again by selecting a plan.",
};

// Each completes "Could not show …".
export const PARTS = {
  address: "the status of your email address",
  payments: "payments to confirm",
  spending: "your spending limit",
  questions: "questions to you",
};

export const SPENDING_BANNER = {
  reachedTitle: "Spending Limit Reached",
  nearTitle: "Spending Limit Almost Reached",
  raise: "Raise limit",
  reached: (limit: string, date: string) =>
    `You have used your included minutes, and extra minutes have reached your limit of ${limit}. Visitors cannot talk to your assistants until ${date}, unless you raise it.`,
  near: (spent: string, limit: string, date: string) =>
    `Extra minutes have cost ${spent} of your ${limit} limit. Once they reach it, visitors cannot talk to your assistants until ${date}.`,
};

const NOT_SERVED = "visitors cannot talk to your assistants";

export const PAYMENTS = {
  payNow: "Pay now",
  payNowLabel: (cost: string) => `Pay ${cost} now (opens in a new tab)`,
  confirm: "Confirm payment",
  confirmLabel: (cost: string) => `Confirm payment of ${cost} (opens in a new tab)`,
  before: (time: string) => ` before ${time}`,
  upgradeTitle: "Confirm Your Upgrade",
  upgrade: (cost: string, plan: string, before: string) =>
    `Your bank asks you to confirm ${cost} for the ${plan} plan. Your plan changes as soon as you confirm. If you do not confirm${before}, it stays as it is and nothing is charged.`,
  firstPaymentTitle: "Confirm Your First Payment",
  planStart: (cost: string, plan: string, before: string) =>
    `Your bank asks you to confirm ${cost}. The ${plan} plan starts as soon as you confirm. If you do not confirm${before}, your trial continues and nothing is charged.`,
  firstPayment: (cost: string, before: string) =>
    `Your bank asks you to confirm ${cost}. Your subscription starts as soon as you confirm. If you do not confirm${before}, it expires and nothing is charged.`,
  renewalTitle: "Confirm Your Payment",
  renewal: (cost: string) =>
    `Your bank asks you to confirm ${cost} for your plan. Until you confirm, ${NOT_SERVED}. If the payment stays unpaid, your subscription ends.`,
  overageTitle: "Confirm Your Extra Minutes",
  overage: (cost: string) => `Your bank asks you to confirm ${cost} for extra minutes.`,
  refusedTitle: "Pay for Your Extra Minutes",
  refused: (cost: string) => `Your bank declined ${cost} for extra minutes.`,
  stoppedUntilPaid: `Until it is paid, ${NOT_SERVED}.`,
  stopsUnlessPaid: (before: string) =>
    `If it is not paid${before}, ${NOT_SERVED} until it is paid.`,
};
