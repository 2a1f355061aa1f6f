import type { Snapshot } from "../snapshot.ts";
import type { CallRecord } from "../history.ts";
import type { Invariant } from "./invariant.ts";

const HOUR_MS = 3_600_000;
/** Hark asks Stripe within an hour of any call, even without an event; the second hour is for the answer. */
const KNOWN_WITHIN_MS = 2 * HOUR_MS;

const asWanted: Invariant = {
  rule: "no call is accepted for an assistant that is deleted or not live, or whose owner was deleted",
  failures: ({ history }) => history.wronglyServed,
};

const entitled: Invariant = {
  rule: "at each visitor's call its owner had a plan, as far as Hark could know",
  failures: (snapshot) =>
    snapshot.history.calls
      .filter(({ isTest }) => !isTest)
      .flatMap((call) => {
        const sinceMs = withoutPlanSince(snapshot, call);
        if (sinceMs === null) return [];
        const heardMs = snapshot.history.billingDisturbances
          .filter(({ fromMs, untilMs }) => untilMs >= sinceMs && fromMs <= call.atMs)
          .reduce((latest, { untilMs }) => Math.max(latest, untilMs), sinceMs);
        if (call.atMs - heardMs <= KNOWN_WITHIN_MS) return [];
        const hours = Math.round((call.atMs - sinceMs) / HOUR_MS);
        return [`call ${call.platformCallId}: no plan for ${hours} hours`];
      }),
};

/** Null if there was a plan. */
function withoutPlanSince({ history }: Snapshot, { ownerId, atMs }: CallRecord): number | null {
  const before = history.statusChanges.filter(
    (change) => change.ownerId === ownerId && change.atMs <= atMs,
  );
  const last = new Map(before.map((change) => [change.subscription, change]));
  const isOn = [...last.values()].some(({ status }) => ["active", "trialing"].includes(status));
  if (isOn) return null;
  return Math.max(...[...last.values()].map((change) => change.atMs), 0);
}

export const ACCESS = [asWanted, entitled];
