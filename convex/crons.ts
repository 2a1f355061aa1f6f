import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("sync with Stripe", { hours: 1 }, internal.billing.reconcile, {});
crons.interval("finish charges", { minutes: 15 }, internal.overageBilling.resumeUnfinished, {});
crons.interval(
  "settle ended periods",
  { hours: 1 },
  internal.overageBilling.settleEndedPeriods,
  {},
);
crons.interval("forget old Stripe events", { hours: 24 }, internal.billing.forgetEvents, {});

export default crons;
