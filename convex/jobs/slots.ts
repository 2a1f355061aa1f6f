/**
 * Convex runs a limited number of scheduled functions at a time, and a run occupies a slot while it waits for a server. So
 * each group of kinds has its own slots, however many jobs are due. Together they are fewer than Convex has: the rest is
 * for functions that are scheduled outside the queue, which are short mutations.
 */
import { optionalCount } from "../lib/env";
import type { JobKind } from "./table";

/** The number in Convex's smallest class, and self-hosted (docs/fidelity.md, J7). */
export const MIN_SCHEDULED = 8;

interface Share {
  /** The slots if Convex runs eight functions at a time. */
  slots: number;
  /** The limit however many Convex runs, because vendors have rate limits. */
  max: number;
}

export const SLOTS = {
  webhook: { slots: 1, max: 16 },
  slowWebhook: { slots: 1, max: 8 },
  voice: { slots: 2, max: 16 },
  stripe: { slots: 1, max: 8 },
  mail: { slots: 1, max: 4 },
  own: { slots: 1, max: 4 },
} satisfies Record<string, Share>;
type Group = keyof typeof SLOTS;

/** The kinds of a group take turns. */
export const GROUP_OF: Record<JobKind, Group> = {
  voiceSync: "voice",
  voiceDeletion: "voice",
  bulkDeletion: "voice",
  callEnding: "voice",
  callReport: "voice",
  callRecording: "voice",
  silentCall: "voice",
  typedConversation: "voice",
  // Waits for the platform for minutes, which must not hold up calls.
  rehearsals: "own",
  nightlyCheck: "own",
  customerDeletion: "stripe",
  customerAddress: "stripe",
  trialEnding: "stripe",
  extraSubscription: "stripe",
  checkoutClosing: "stripe",
  overageCharge: "stripe",
  mail: "mail",
  // Apart from mail, which needs all of its slots after a failure of the mail service.
  mailReply: "own",
  webhook: "webhook",
  slowWebhook: "slowWebhook",
  cleanup: "own",
  websiteReading: "own",
  reconcile: "stripe",
};

export function kindsOf(group: Group): JobKind[] {
  return (Object.keys(GROUP_OF) as JobKind[]).filter((kind) => GROUP_OF[kind] === group);
}

/** One kind of each group. Starting it starts the group's due jobs. */
export const ONE_KIND_PER_GROUP = (Object.keys(SLOTS) as Group[]).flatMap((group) =>
  kindsOf(group).slice(0, 1),
);

export interface FreeSlots {
  /** For all kinds of the group together. */
  all: number;
  /** For one kind. With two or more slots, one is left for the other kinds. */
  ofKind: number;
}

/** `scheduled` is how many scheduled functions the deployment runs at a time. */
export function freeSlots(group: Group, scheduled = scheduledFunctions()): FreeSlots {
  const { slots, max } = SLOTS[group];
  const all = Math.min(slots * Math.floor(scheduled / MIN_SCHEDULED), max);
  return { all, ofKind: kindsOf(group).length === 1 ? all : Math.max(1, all - 1) };
}

function scheduledFunctions(): number {
  return optionalCount("SCHEDULED_FUNCTIONS", MIN_SCHEDULED) ?? MIN_SCHEDULED;
}
