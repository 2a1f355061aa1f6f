/** From counts to dollars. Plain functions, so that a test can check the sums. */
import { functionCalls, NOTHING, sum, times } from "./counts.ts";
import type { Counts } from "./counts.ts";
import {
  dollarsFor,
  paymentDollars,
  voiceDollars,
} from "../../../tools/operate/costs/plan-margin.ts";
import { ASSUMED, CONVEX } from "../../../tools/operate/costs/prices.ts";

/**
 * How often Stripe is asked about a subscriber, `convex/billing/plans/syncSchedule.ts`: in the hour after one in which
 * somebody talked, and when the period ends.
 */
const SYNCS_A_MONTH = ASSUMED.daysAMonth * ASSUMED.hoursOfCallsADay + 1;

/** What things take: of which sums are made. */
export interface Costs {
  view: Counts;
  /** What a page asks for when somebody points at its button. */
  pageToken: Counts;
  /** A call of two minutes whose owner does not watch. */
  call: Counts;
  /** What it costs more while the owner has a page open. */
  watched: { dashboard: Counts; calls: Counts };
  /** Opening these pages after a night: the session is renewed. */
  opened: { dashboard: Counts; calls: Counts };
  /** Looking at one call: its words and its recording. */
  lookedAt: Counts;
  /** Looking for words in all calls. */
  searchedFor: Counts;
  /** An hour of the clock in which nothing is due for any owner. */
  clock: Counts;
  /** What it takes more for a subscriber about whom Stripe is asked. */
  sync: Counts;
  /** A month's payment. */
  payment: Counts;
  /** Extra minutes that are charged. */
  charge: Counts;
  /** What a call leaves behind: documents, and these with a copy for each index. */
  keptBytes: { documents: number; withIndexes: number; searched: number };
}

export interface Plan {
  priceCents: number;
  includedMinutes: number;
  /** Cents a minute. */
  overageRate: number;
  stepMinutes: number;
}

/** At the price beyond what a plan includes. What only lies there is in `keptDollars`. */
export function convexDollars(counts: Counts): number {
  return (
    dollarsFor(functionCalls(counts), CONVEX.calls) +
    dollarsFor(counts.bytesRead + counts.bytesWritten, CONVEX.databaseIo) +
    dollarsFor(counts.bytesSent, CONVEX.egress) +
    dollarsFor(gigabyteHours(counts), CONVEX.actionCompute)
  );
}

function gigabyteHours({ actionSeconds }: Counts): number {
  return (actionSeconds * ASSUMED.actionGigabytes) / 3_600;
}

/** A month of what one call leaves behind. */
export function keptDollars({ withIndexes, searched }: Costs["keptBytes"]): number {
  return (
    dollarsFor(withIndexes, CONVEX.databaseStorage) +
    dollarsFor(searched, CONVEX.searchStorage) +
    dollarsFor(ASSUMED.recordingBytes, CONVEX.fileStorage)
  );
}

export interface OwnersMonth {
  /** By what they are for. */
  counts: Record<"views" | "pageTokens" | "calls" | "pages" | "syncs" | "money", Counts>;
  total: Counts;
  dollars: { convex: number; kept: number; voice: number; stripe: number };
  paidDollars: number;
  /** In which extra minutes are charged. */
  steps: number;
}

export function ownersMonth(costs: Costs, plan: Plan): OwnersMonth {
  const { callsAMonth, callSeconds, viewsPerCall, openingsAMonth } = ASSUMED;
  const watchedCalls = callsAMonth * (ASSUMED.hoursWatchedADay / ASSUMED.hoursOfCallsADay);
  const minutes = (callsAMonth * callSeconds) / 60;
  const steps = Math.floor(Math.max(0, minutes - plan.includedMinutes) / plan.stepMinutes);
  const counts = {
    views: times(costs.view, callsAMonth * viewsPerCall),
    pageTokens: times(costs.pageToken, pageTokensOf(callsAMonth * viewsPerCall)),
    calls: times(costs.call, callsAMonth),
    pages: sum(
      times(costs.watched.calls, watchedCalls),
      times(sum(costs.opened.dashboard, costs.opened.calls), openingsAMonth),
      times(
        sum(costs.lookedAt, { ...NOTHING, bytesSent: ASSUMED.recordingBytes }),
        ASSUMED.callsLookedAtAMonth,
      ),
      times(costs.searchedFor, ASSUMED.searchesAMonth),
    ),
    syncs: times(costs.sync, SYNCS_A_MONTH),
    money: sum(costs.payment, times(costs.charge, steps)),
  };
  const total = sum(...Object.values(counts));
  const stepCents = plan.stepMinutes * plan.overageRate;
  return {
    counts,
    total,
    dollars: {
      convex: convexDollars(total),
      kept: callsAMonth * keptDollars(costs.keptBytes),
      voice: voiceDollars(minutes),
      stripe: paymentDollars(plan.priceCents) + steps * paymentDollars(stepCents),
    },
    paidDollars: (plan.priceCents + steps * stepCents) / 100,
    steps,
  };
}

/** Somebody who points at the button needs one, and so does each call. */
export function pageTokensOf(views: number): number {
  return views * (ASSUMED.intentShare + 1 / ASSUMED.viewsPerCall);
}
