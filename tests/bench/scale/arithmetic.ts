/** From counts to dollars, and to what breaks first. Plain functions, so that a test can check the sums. */
import { freeSlots } from "../../../convex/jobs/slots";
import { functionCalls, NOTHING, sum, times } from "./counts.ts";
import type { Counts } from "./counts.ts";
import { dollarsFor, paymentDollars, voiceDollars } from "../../../operate/costs/plan-margin.ts";
import { ASSUMED, CONVEX, LIMITS } from "../../../operate/costs/prices.ts";
import type { Price } from "../../../operate/costs/prices.ts";

const SECONDS_A_DAY = 86_400;
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

/**
 * The share of views that a CDN answers by itself: after each page that it fetched it answers all views of the next
 * `keptSeconds`, and the first view after them has it fetch the page again.
 */
export function cdnShare(viewsASecond: number, keptSeconds: number): number {
  const viewsWhileKept = viewsASecond * keptSeconds;
  return viewsWhileKept / (1 + viewsWhileKept);
}

export interface Traffic {
  viewsADay: number;
  /** All seen equally often. */
  buttons: number;
  /** 0 where no CDN answers. */
  keptSeconds: number;
}

/** A month of page views, at the price beyond what a plan includes. */
export function monthOfViews({ view }: Costs, { viewsADay, buttons, keptSeconds }: Traffic) {
  const answeredByCdn = cdnShare(viewsADay / buttons / SECONDS_A_DAY, keptSeconds);
  const counts = times(view, viewsADay * ASSUMED.daysAMonth * (1 - answeredByCdn));
  return { answeredByCdn, functionCalls: functionCalls(counts), dollars: convexDollars(counts) };
}

/** How many owners have so many views among them. */
export function ownersOf(viewsADay: number): number {
  return (viewsADay * ASSUMED.daysAMonth) / (ASSUMED.callsAMonth * ASSUMED.viewsPerCall);
}

export function linesAtPeak(viewsADay: number): number {
  return callsASecond(viewsADay) * ASSUMED.callSeconds;
}

function callsASecond(viewsADay: number): number {
  return (viewsADay / ASSUMED.viewsPerCall / SECONDS_A_DAY) * ASSUMED.peak;
}

export interface Breaking {
  what: string;
  /** Views a day at which it is reached. */
  views: number;
  remedy: string;
}

/** How many calls may end each second until their recordings and reports wait for a place. */
function callsASecondOfOutbox(scheduledJobs: number): number {
  const runs: number[] = Object.values(ASSUMED.outboxRunsPerCall);
  const { all, ofKind } = freeSlots("voice", scheduledJobs);
  const places = Math.min(
    all / runs.reduce((total, each) => total + each),
    ofKind / Math.max(...runs),
  );
  return places / ASSUMED.actionSeconds;
}

/** What is reached at how many views a day, first come first, where no CDN answers. All of these grow with the views. */
export function breakings(costs: Costs): Breaking[] {
  const { call } = costs;
  const aSecond = ASSUMED.peak / SECONDS_A_DAY;
  /** What one view a day brings each second, at the peak. */
  const brought = sum(
    times(costs.view, aSecond),
    times(costs.pageToken, pageTokensOf(aSecond)),
    times(call, callsASecond(1)),
  );
  const load = {
    /** Of one view a day, at the peak. */
    lines: linesAtPeak(1),
    queries: brought.queries * ASSUMED.querySeconds,
    mutations: brought.mutations * ASSUMED.mutationSeconds,
    actions: brought.actionSeconds,
    scheduledJobs: call.scheduled * callsASecond(1) * ASSUMED.actionSeconds,
    sessions: ownersOf(1) * (ASSUMED.hoursWatchedADay / ASSUMED.hoursOfCallsADay),
    written: brought.bytesWritten,
    dataset: (costs.keptBytes.withIndexes / ASSUMED.viewsPerCall) * 365,
    /** In hours of talk all owners are due. */
    syncs: (ownersOf(1) * ASSUMED.syncSeconds) / 3_600,
    stripe: (ownersOf(1) * costs.sync.stripeRequests) / 3_600,
  };
  const found: Breaking[] = [
    {
      what: "Vapi's ten lines are taken",
      views: LIMITS.vapiLines.most / load.lines,
      remedy: "reserve lines and say so in VOICE_CONCURRENCY",
    },
    ...(["S16", "S256"] as const).flatMap((size): Breaking[] => {
      const limits = LIMITS[size];
      const remedy =
        size === "S16" ? "Convex's Professional plan" : "a dedicated deployment (Business plan)";
      const reached = (what: string, most: number, of: number): Breaking => ({
        what: `${size}: ${what}`,
        views: most / of,
        remedy,
      });
      return [
        reached(`${limits.queries} queries at once`, limits.queries, load.queries),
        reached(`${limits.mutations} mutations at once`, limits.mutations, load.mutations),
        reached(`${limits.actions} actions and HTTP actions at once`, limits.actions, load.actions),
        reached(
          `${limits.scheduledJobs} scheduled jobs at once`,
          limits.scheduledJobs,
          load.scheduledJobs,
        ),
        {
          what: `${size}: the job queue's ${freeSlots("voice", limits.scheduledJobs).all} slots for calls' recordings and reports`,
          views: callsASecondOfOutbox(limits.scheduledJobs) / callsASecond(1),
          remedy:
            size === "S16"
              ? "Convex's Professional plan with SCHEDULED_FUNCTIONS=256"
              : "more slots for `voice` in places.ts, as far as Vapi's rate limit allows",
        },
        reached(
          `${limits.sessions.toLocaleString("en-US")} open pages of owners`,
          limits.sessions,
          load.sessions,
        ),
        reached(
          `${limits.writtenBytesPerSecond / 2 ** 20} MiB written a second`,
          limits.writtenBytesPerSecond,
          load.written,
        ),
      ];
    }),
    {
      what: "a year's calls fill the largest dataset of S16 and S256, 1 TB",
      views: LIMITS.S256.datasetBytes / load.dataset,
      remedy: "forget or archive old calls; a dedicated deployment holds 4 to 8 TB",
    },
    {
      what: "asking Stripe about all who were talked to in an hour takes an hour",
      views: 1 / load.syncs,
      remedy: "nothing: the next hour's run helps along; several at a time would be sooner",
    },
    {
      what: "that asks Stripe for one kind of thing 25 times a second",
      views: LIMITS.stripeRequestsPerSecondOfOneKind.most / (load.stripe / 2),
      remedy: "ask less often, once a day; Stripe raises the limit on request",
    },
    {
      what: "one website alone: its owner's lines for visitors are taken",
      views: LIMITS.linesForVisitors.most / load.lines,
      remedy: "a higher CONCURRENCY_PER_OWNER",
    },
    {
      what: "one website alone: 60 calls a minute of one button",
      views: LIMITS.callsOfOneButtonAMinute.most / (callsASecond(1) * 60),
      remedy: "raise callsByEmbedId for that owner",
    },
  ];
  return found.toSorted((a, b) => a.views - b.views);
}

/** A month's bill of Convex for so many views a day, with what the plan includes. */
export function convexBill(
  costs: Costs,
  month: OwnersMonth,
  viewsADay: number,
  monthsKept: number,
) {
  const owners = ownersOf(viewsADay);
  const alone = times(costs.clock, 24 * ASSUMED.daysAMonth);
  const total = sum(times(month.total, owners), alone);
  const calls = owners * ASSUMED.callsAMonth * monthsKept;
  const beyond = (amount: number, price: Price & { included: number }) =>
    dollarsFor(Math.max(0, amount - price.included), price);
  const searched = calls * costs.keptBytes.searched;
  return {
    total,
    dollars: {
      calls: beyond(functionCalls(total), CONVEX.calls),
      databaseIo: beyond(total.bytesRead + total.bytesWritten, CONVEX.databaseIo),
      actionCompute: beyond(gigabyteHours(total), CONVEX.actionCompute),
      egress: beyond(total.bytesSent, CONVEX.egress),
      databaseStorage: beyond(calls * costs.keptBytes.withIndexes, CONVEX.databaseStorage),
      fileStorage: beyond(calls * ASSUMED.recordingBytes, CONVEX.fileStorage),
      searchStorage: beyond(searched, CONVEX.searchStorage),
      searches: beyond(owners * ASSUMED.searchesAMonth * searched, CONVEX.searches),
    },
  };
}
