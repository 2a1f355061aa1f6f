import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("go on with work at vendors", { minutes: 1 }, internal.backstage.outbox.sweep, {});
crons.interval(
  "remove what nobody claimed",
  { minutes: 15 },
  internal.backstage.assistants.sweepOrphans,
  {},
);
crons.interval(
  "take the talk button's page",
  { minutes: 5 },
  internal.backstage.assistants.takeButtonParts,
  {},
);
crons.interval("turn the month", { minutes: 10 }, internal.backstage.minutes.turnMonth, {});
crons.interval("sync with Stripe", { hours: 1 }, internal.backstage.subscriptions.reconcile, {});
crons.interval(
  "charge extra minutes",
  { minutes: 15 },
  internal.backstage.charges.chargeDueSteps,
  {},
);
crons.interval(
  "end the grace of unpaid charges",
  { minutes: 15 },
  internal.backstage.charges.endDueGraces,
  {},
);
crons.interval(
  "settle ended periods",
  { hours: 1 },
  internal.backstage.charges.settleEndedPeriods,
  {},
);
crons.interval(
  "forget old Stripe events",
  { hours: 24 },
  internal.backstage.subscriptions.forgetEvents,
  {},
);
crons.interval(
  "drop expired sign-ins",
  { hours: 1 },
  internal.backstage.pruning.dropExpiredSignIns,
  {},
);
crons.interval(
  "delete calls that were kept long enough",
  { hours: 1 },
  internal.backstage.calls.deleteDue,
  {},
);
crons.interval("forget rate limits", { hours: 1 }, internal.backstage.pruning.forgetRateLimits, {});
crons.interval("forget work given up", { hours: 24 }, internal.backstage.outbox.forget, {});
crons.interval("forget old mail", { hours: 24 }, internal.backstage.mail.forget, {});

crons.interval("forget old webhooks", { hours: 24 }, internal.backstage.webhooks.forget, {});

crons.interval("mail what came in a day", { minutes: 15 }, internal.backstage.mail.sendDigests, {});

crons.interval("mail weekly summaries", { hours: 1 }, internal.backstage.mail.sendSummaries, {});

export default crons;
