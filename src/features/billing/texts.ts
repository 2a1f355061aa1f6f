/** Every text of the Subscription page, by card. Prices, dates and counts come in formatted. */

export const PAGE = {
  title: "Subscription",
  loading: "Loading your subscription",
  // Each completes "Could not show …".
  parts: {
    alerts: "your usage alerts",
    plan: "your current plan",
    limits: "your usage limits",
    plans: "the available plans",
    details: "your usage details",
  },
  loadingPart: (part: string) => `Loading ${part}`,
};

export const TRIED_WEBSITE = {
  title: (site: string) => `Your assistant for ${site}`,
  text: "Creating and testing it is free. You need a plan only to publish it.",
  create: "Create this assistant",
};

export const CURRENT_PLAN = {
  title: "Current Plan",
  expiring: "Expiring",
  plan: "Plan",
  status: "Status",
  price: "Price",
  paymentMethod: "Payment method",
  perMonth: (price: string) => `${price} per month`,
  noPaymentMethod: "None yet",
  addInPortal: "None yet. Add one under Manage billing.",
  endingIn: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  disputed:
    "A payment was disputed with your bank. Until this is settled, visitors cannot talk to your assistants and we do not charge extra minutes. If this was a mistake, contact us.",
  noTrial: "You or this card already had a free trial, so your plan started right away.",
  noTrialCharged: (price: string) =>
    `You or this card already had a free trial, so your plan started right away and ${price} was charged.`,
  manageBilling: "Manage billing",
  openingPortal: "Opening...",
  cancel: "Cancel subscription",
  cancelling: "Cancelling...",
  reactivate: "Reactivate subscription",
  reactivating: "Reactivating...",
  active: "Active",
  freeTrial: "Free Trial",
  trialExpiresOn: "Trial expires on",
  planExpiresOn: "Plan expires on",
  renewsOn: "Renews on",
};

export const PENDING_CHANGE = {
  text: (plan: string, price: string, date: string) =>
    `Your plan changes to ${plan} for ${price} per month on ${date}.`,
  keep: (plan: string) => `Keep ${plan}`,
  undoing: "Undoing...",
};

export const TRIAL_OFFER = {
  withoutCard:
    "Add a payment method to start your plan at any time. If the card already had a free trial, your plan starts right away.",
  withCard: (plan: string, price: string) =>
    `You can start ${plan} before your trial ends. You pay ${price} today and get a new month of minutes.`,
  addPaymentMethod: "Add payment method",
  startPlan: "Start plan now",
  starting: "Starting...",
};

const VISITORS_WAIT = "so visitors cannot talk to your assistants";

export const SUBSCRIPTION_PROBLEM = {
  paymentDue: {
    label: "Payment due",
    text: `Your last payment failed, ${VISITORS_WAIT}. To bring them back, update your payment method under Manage billing.`,
  },
  paymentToConfirm: {
    label: "Payment due",
    text: `Your bank asks you to confirm your last payment, ${VISITORS_WAIT}. To bring them back, select Confirm payment at the top of the page.`,
  },
  unpaid: {
    label: "Unpaid",
    text: `Several payments failed, ${VISITORS_WAIT}. To bring them back, update your payment method and pay the open invoice under Manage billing.`,
  },
  paused: {
    label: "Paused",
    text: `Your subscription is paused, ${VISITORS_WAIT}. To continue, make sure you have a payment method under Manage billing, then contact us.`,
  },
};

const COME_BACK = "Choose a plan to put your assistants back online.";

export const NO_SUBSCRIPTION = {
  none: "You do not have a subscription yet.",
  ended: (plan: string | null, on: string) =>
    `Your ${plan === null ? "" : `${plan} `}subscription ended${on}.`,
  trialEnded: (on: string) => `Your free trial ended${on}.`,
  onDate: (date: string) => ` on ${date}`,
  comeBack: COME_BACK,
  incomplete: "Your first payment was not completed.",
  completePayment: "Complete it under Manage billing, or choose a plan to start over.",
  neverStarted: "Your first payment was not completed in time.",
  tryAgain: "Choose a plan to try again.",
  manual: "Your subscription was set up manually.",
  contactUs: "Please contact us to change it.",
  freeMinutes: (left: string, total: string) =>
    `Creating and testing assistants is free: you have ${left} of ${total} free minutes left.`,
  choosePlan: "Choose a plan to put your assistants on your website.",
};

export const PLANS_SECTION = {
  title: "Available Plans",
  mostPopular: "Most Popular",
  perMonth: "per month",
  freeTrial: (days: number) => `${days}-day free trial`,
  trialWithoutCard: (minutes: number) =>
    `Without a payment method, the trial includes ${minutes} minutes.`,
  current: "Your current plan",
  startsOn: (date: string) => `Starts on ${date}`,
  busy: "One moment...",
  startTrial: (days: number) => `Start ${days}-Day Trial`,
  subscribe: "Subscribe",
  upgrade: "Upgrade Plan",
  downgrade: "Downgrade Plan",
  startingAt: "Starting at",
  contactSales: "Contact Sales",
};

export const CONFIRM_FIRST = {
  title: "First, confirm your email address.",
  notReached: (email: string) => `Emails do not reach ${email}: see the top of this page.`,
  linkSent: "The link in our email brings you back here.",
  linkNotSent: (email: string) => `We have not sent a link to ${email} yet.`,
};

export const CONTACT_SALES = {
  title: "Contact Sales",
  intro: "This opens your email app with the message.",
  close: "Close",
  name: "Name",
  email: "Email",
  company: "Company (optional)",
  message: "Message",
  cancel: "Not now",
  submit: "Open email",
};

export const USAGE_LIMITS = {
  title: "Usage Limits",
  trialSubtitle: "Free minutes to try out your assistants",
  freeMinutes: "Free minutes",
  withPlan: (plans: string) => `With a plan, you get minutes every month: ${plans}.`,
  planMinutes: (minutes: string, plan: string) => `${minutes} with ${plan}`,
  subtitle: "In the current billing period",
  minutes: "Minutes",
  extraMinutes: "Extra minutes",
  publishedAssistants: "Published assistants",
  knowledgeFiles: "Knowledge files",
  unlimited: (used: string) => `${used} (unlimited)`,
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  withoutCard: (trial: string, plan: string) =>
    `Without a payment method, your trial includes ${trial} of the plan's ${plan} minutes. Add one to get them all.`,
  planChanged: (now: string, date: string) =>
    `Your plan changed during this period: you have ${now} minutes until ${date}.`,
  planChangedThen: (now: string, date: string, then: string) =>
    `Your plan changed during this period: you have ${now} minutes until ${date}, then ${then} each month.`,
  overage: (rate: string) => `Extra minutes cost ${rate} each.`,
  overageAfterTrial: (rate: string) =>
    `During the trial, calls end once the included minutes are used up. After the trial, extra minutes cost ${rate} each.`,
};

export const SPENDING_LIMIT = {
  title: "Spending limit",
  none: "Extra minutes have no spending limit.",
  reached: (date: string) =>
    `Visitors cannot talk to your assistants until ${date}, unless you raise your spending limit.`,
  own: "Once extra minutes reach your spending limit, visitors have to wait until your next billing period.",
  planPrice:
    "Your spending limit is the price of your plan. Once extra minutes reach it, visitors have to wait until your next billing period.",
  set: "Set limit",
  change: "Change limit",
  intro:
    "The most that extra minutes may cost in a billing period. Once they reach it, visitors cannot talk to your assistants until you raise the limit or the next period starts. Calls in progress are not cut off.",
  notSet: "Not set",
  amount: "Limit in dollars",
  noLimit: "No limit",
  understood: "I understand that nothing limits what extra minutes may cost",
  unlimitedNote: (rate: string) => `You pay ${rate} for every extra minute.`,
  noExtraMinutes: "No extra minutes.",
  enoughFor: (minutes: string, rate: string) => `${minutes} at ${rate} each.`,
  spentSoFar: (spent: string) => `Extra minutes have cost ${spent} so far in this period.`,
  tooLow: (spent: string) =>
    `Extra minutes have already cost ${spent} in this period, so with this limit visitors cannot talk to your assistants.`,
  cancel: "Cancel",
  save: "Save limit",
  saving: "Saving...",
};

export const USAGE_ALERTS = {
  exceeded: "Usage Limit Exceeded",
  approaching: "Approaching Usage Limit",
  used: (used: string, included: string) => `You've used ${used} of ${included} included minutes.`,
  overage: (minutes: string, rate: string) =>
    `The ${minutes} extra minutes are charged at ${rate} per minute.`,
  percentage: (percentage: number) => `You've used ${percentage}% of your included minutes.`,
  upgrade: "Consider upgrading your plan.",
  trialEnds: "Calls end once they are used up.",
  overageRate: (rate: string) => `Each extra minute costs ${rate}.`,
  afterReactivating:
    "Visitors can talk to your assistants again once you reactivate your subscription and start your plan.",
  afterStarting: (price: string, date: string) =>
    `Visitors can talk to your assistants again once your plan starts. Start it now for ${price}, or wait until it starts automatically on ${date}.`,
  afterAddingCard: (minutes: string) =>
    `Visitors can talk to your assistants again once you add a payment method, which adds ${minutes} minutes to your trial.`,
  afterAddingCardAndStarting:
    "Visitors can talk to your assistants again once you add a payment method and start your plan.",
};

export const USAGE_DETAILS = {
  title: "Usage Details",
  month: "This month",
  subscriptionMonth: "In the current billing period",
  checkOverage: "Check overage",
  checking: "Checking...",
  totalMinutes: "Total minutes",
  totalCalls: "Total calls",
  average: "Average call duration",
  minutes: (minutes: string) => `${minutes} min`,
  typed: (minutes: string) =>
    minutes === "1"
      ? "1 of these minutes was used by typed conversations."
      : `${minutes} of these minutes were used by typed conversations.`,
  empty: "No calls yet. Calls appear here when they end.",
  byAssistant: "By assistant",
  deletedAssistant: "Deleted assistant",
  minutesAndCalls: (minutes: string, calls: string) => `${minutes} min, ${calls}`,
};
