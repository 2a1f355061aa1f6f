import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("start due jobs", { minutes: 1 }, internal.jobs.startJobs.sweep, {});
crons.interval(
  "delete unclaimed files and voice assistants",
  { minutes: 15 },
  internal.ownerData.orphans.deleteOrphans,
  {},
);
crons.interval(
  "refresh the talk button's page",
  { minutes: 5 },
  internal.talkButton.widgetPage.refreshAssets,
  {},
);
crons.interval(
  "update the current month",
  { minutes: 10 },
  internal.billing.usage.currentMonth.turnMonth,
  {},
);
crons.interval(
  "sync with Stripe",
  { hours: 1 },
  internal.billing.subscriptions.scheduledSync.syncDueCustomers,
  {},
);
crons.interval(
  "charge extra minutes",
  { minutes: 15 },
  internal.billing.overage.ledger.chargeDueSteps,
  {},
);
crons.interval(
  "end the grace of unpaid charges",
  { minutes: 15 },
  internal.billing.overage.notifications.endDueGraces,
  {},
);
crons.interval(
  "settle ended periods",
  { hours: 1 },
  internal.billing.overage.ledger.settleEndedPeriods,
  {},
);
crons.interval(
  "forget old Stripe events",
  { hours: 24 },
  internal.billing.subscriptions.snapshots.deleteOldEvents,
  {},
);
crons.interval(
  "drop expired sign-ins",
  { hours: 1 },
  internal.accounts.sessions.deleteExpiredSignIns,
  {},
);
crons.interval(
  "delete calls that were kept long enough",
  { hours: 1 },
  internal.calls.deletion.deleteDue,
  {},
);
crons.interval("forget rate limits", { hours: 1 }, internal.lib.rateLimits.deleteOldCounts, {});
crons.interval(
  "forget work given up",
  { hours: 24 },
  internal.jobs.recordRun.deleteOldDeadJobs,
  {},
);
crons.interval(
  "forget old mail",
  { hours: 24 },
  internal.notifications.mail.delivery.deleteOldMails,
  {},
);

crons.interval(
  "forget old webhooks",
  { hours: 24 },
  internal.notifications.webhooks.deliveryLog.deleteOldDeliveries,
  {},
);

crons.interval(
  "mail what came in a day",
  { minutes: 15 },
  internal.inbox.notifications.sendDigests,
  {},
);

crons.interval(
  "mail weekly summaries",
  { hours: 1 },
  internal.calls.weeklySummary.sendSummaries,
  {},
);
crons.interval(
  "delete expired trials",
  { minutes: 15 },
  internal.siteTrials.deletion.deleteExpired,
  {},
);
crons.interval("read websites again", { hours: 1 }, internal.assistants.websiteReading.readDue, {});

crons.daily(
  "ask again what visitors ask most",
  { hourUTC: 2, minuteUTC: 23 },
  internal.rehearsals.nightlyQuestions.startChecks,
  { cursor: null },
);

export default crons;
