/**
 * Convex runs only so many scheduled functions at once, and a run keeps its place for as long as it waits for somebody
 * else's server. So each group of kinds has places of its own, however much of its work is due. They sum up to less
 * than Convex has: the rest is for what is scheduled apart from the queue, which are short mutations.
 */
import { optionalCount } from "../lib/env";
import type { JobKind } from "./table";

/** Of Convex's smallest class, and of a self-hosted Convex (docs/fidelity.md, J7). */
export const FEWEST_SCHEDULED = 8;

interface Share {
  /** Where Convex has eight. */
  places: number;
  /** However many Convex has: a vendor limits how fast it may be asked. */
  most: number;
}

export const SLOTS = {
  webhook: { places: 1, most: 16 },
  slowWebhook: { places: 1, most: 8 },
  voice: { places: 2, most: 16 },
  stripe: { places: 1, most: 8 },
  mail: { places: 1, most: 4 },
  own: { places: 1, most: 4 },
} satisfies Record<string, Share>;
type Group = keyof typeof SLOTS;

/** Kinds of one group take turns. */
export const GROUP_OF: Record<JobKind, Group> = {
  voiceSync: "voice",
  voiceDeletion: "voice",
  bulkDeletion: "voice",
  callEnding: "voice",
  callReport: "voice",
  callRecording: "voice",
  silentCall: "voice",
  customerDeletion: "stripe",
  customerAddress: "stripe",
  trialEnding: "stripe",
  extraSubscription: "stripe",
  checkoutClosing: "stripe",
  overageCharge: "stripe",
  mail: "mail",
  webhook: "webhook",
  slowWebhook: "slowWebhook",
  cleanup: "own",
  reconcile: "stripe",
};

export function kindsOf(group: Group): JobKind[] {
  return (Object.keys(GROUP_OF) as JobKind[]).filter((kind) => GROUP_OF[kind] === group);
}

/** One kind of each group, to start what is due of all. */
export const ONE_KIND_PER_GROUP = (Object.keys(SLOTS) as Group[]).flatMap((group) =>
  kindsOf(group).slice(0, 1),
);

export interface FreeSlots {
  /** For all kinds of the group together. */
  all: number;
  /** For one kind: it leaves the others a place, where there are two. */
  ofKind: number;
}

/** Of this deployment, or of one that runs so many scheduled functions at once. */
export function freeSlots(group: Group, scheduled = scheduledFunctions()): FreeSlots {
  const { places, most } = SLOTS[group];
  const all = Math.min(places * Math.floor(scheduled / FEWEST_SCHEDULED), most);
  return { all, ofKind: kindsOf(group).length === 1 ? all : Math.max(1, all - 1) };
}

function scheduledFunctions(): number {
  return optionalCount("SCHEDULED_FUNCTIONS", FEWEST_SCHEDULED) ?? FEWEST_SCHEDULED;
}
