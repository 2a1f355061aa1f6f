import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "fetch reports and recordings that did not come",
  { minutes: 1 },
  internal.callUpkeep.followUp,
  {},
);
crons.interval("go on with work at vendors", { minutes: 1 }, internal.outbox.sweep, {});
crons.interval("remove what nobody claimed", { minutes: 15 }, internal.voice.sweepOrphans, {});
crons.interval("turn the month", { minutes: 10 }, internal.usage.turnMonth, {});
crons.interval("sync with Stripe", { hours: 1 }, internal.billing.reconcile, {});
crons.interval("charge extra minutes", { minutes: 15 }, internal.overageBilling.chargeDueSteps, {});
crons.interval("finish charges", { minutes: 15 }, internal.overageBilling.resumeUnfinished, {});
crons.interval(
  "settle ended periods",
  { hours: 1 },
  internal.overageBilling.settleEndedPeriods,
  {},
);
crons.interval("forget old Stripe events", { hours: 24 }, internal.billing.forgetEvents, {});
crons.interval("drop expired sign-ins", { hours: 1 }, internal.pruning.dropExpiredSignIns, {});
crons.interval("forget rate limits", { hours: 24 }, internal.pruning.forgetRateLimits, {});

export default crons;
