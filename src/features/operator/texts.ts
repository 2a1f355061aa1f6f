/** What the operator's page says. `attention-texts.ts` has the sentences of the first list. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { formatCounted } from "../../lib/formats";

type Queue = FunctionReturnType<typeof api.operatorPage.queue>;
type Spend = FunctionReturnType<typeof api.operatorPage.pageSpend>["page"][number];

export const PAGE = {
  title: "Operator",
  text: "How this deployment is doing. Only operators see this page.",
  /** As in "Could not show the job queue." */
  parts: {
    attention: "what needs attention",
    queue: "the job queue",
    errors: "recent errors",
    lines: "the lines",
    checks: "the checks",
    spend: "what owners use",
  },
} as const;

export const ATTENTION = {
  title: "Needs attention",
  subtitle:
    "Run the commands in the folder that you deploy from. Add --env-file if you deployed with it.",
  loading: "Loading what needs attention",
  empty: "Nothing needs you.",
  more: "There may be more. The newest of each kind are shown.",
} as const;

export const QUEUE = {
  title: "Job queue",
  loading: "Loading the job queue",
  empty: "No job waits, runs or has failed.",
  waiting: (count: string) => `${count} waiting`,
  running: (count: string) => `${count} running`,
  failed: (count: string) => `${count} failed`,
  dueSince: (time: string) => `Next due ${time}`,
  counted: ({ count, isMore }: { count: number; isMore: boolean }) =>
    isMore ? `${count}+` : `${count}`,
} as const;

export const ERRORS = {
  title: "Recent errors",
  subtitle: "Of jobs that are retried or were given up. The table of jobs has each error in full.",
  loading: "Loading recent errors",
  empty: "No job has failed.",
  unnamed: "The error is in the table of jobs.",
  givenUp: (attempts: number, time: string) =>
    `Given up ${time}, after ${formatCounted(attempts, "attempt")}`,
  retried: (attempts: number, time: string) =>
    `Failed ${attempts === 1 ? "once" : `${attempts} times`}, next attempt ${time}`,
  running: (attempts: number) =>
    `Failed ${attempts === 1 ? "once" : `${attempts} times`}, running again`,
} as const;

export const LINES = {
  title: "Lines",
  loading: "Loading the lines",
  inUse: (inUse: string, lines: string) => `${inUse} of ${lines} in use`,
  testing: (count: number) =>
    count === 1 ? "One of them is an owner's test." : `${count} of them are owners' tests.`,
  hint: "Calls that the voice platform carries at once. VOICE_CONCURRENCY sets how many.",
} as const;

export const CHECKS = {
  title: "Checks",
  subtitle: "What the deployment can tell by itself. npm run doctor also asks the vendors.",
  loading: "Loading the checks",
  verdicts: { ok: "OK", fault: "Fault", unknown: "Check" },
} as const;

export const SPEND = {
  title: "Owners",
  subtitle:
    "Minutes and money of the current billing period, or of the month without a plan. Those whose calls have cost most come first.",
  loading: "Loading owners",
  empty: "No owner has had a call yet.",
  more: "Show more",
  loadingMore: "Loading…",
  deleted: "Deleted account",
  minutes: "Minutes",
  cost: "Cost to you",
  pays: "Billed",
  total: "Cost since sign-up",
  unknown: "Not counted yet",
  disputed: "Payment disputed",
  losing: "Costs more than it pays",
} as const;

export const STATES: Record<Spend["state"], string> = {
  none: "No plan",
  active: "Active",
  trialing: "Trial",
  trial_used_up: "Trial used up",
  payment_due: "Payment due",
  payment_to_confirm: "Payment to confirm",
  unpaid: "Unpaid",
  paused: "Paused",
  incomplete: "First payment missing",
  never_begun: "Never begun",
  ended: "Ended",
  trial_ended: "Trial ended",
  off_plan: "Own price",
};

export const JOBS: Record<Queue["kinds"][number]["kind"], string> = {
  voiceSync: "Sending assistants to the voice platform",
  voiceDeletion: "Deleting assistants at the voice platform",
  bulkDeletion: "Deleting calls at the voice platform",
  callEnding: "Ending calls",
  callReport: "Fetching reports of calls",
  callRecording: "Copying recordings",
  silentCall: "Ending silent calls",
  typedConversation: "Closing typed conversations",
  customerDeletion: "Deleting customers at Stripe",
  customerAddress: "Changing addresses at Stripe",
  trialEnding: "Ending trials",
  extraSubscription: "Cancelling second subscriptions",
  checkoutClosing: "Closing checkout pages",
  overageCharge: "Charging extra minutes",
  mail: "Sending mail",
  mailReply: "Reading replies to mail",
  webhook: "Sending webhooks",
  slowWebhook: "Sending webhooks to slow servers",
  cleanup: "Deleting what owners deleted",
  websiteReading: "Reading websites",
  rehearsals: "Rehearsing",
  nightlyCheck: "Asking questions again at night",
  reconcile: "Comparing customers with Stripe",
};
