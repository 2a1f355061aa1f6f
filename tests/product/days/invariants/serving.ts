import type { Books } from "../books.ts";
import type { LivedCall } from "../lived.ts";
import type { Invariant } from "./invariant.ts";

const HOUR_MS = 3_600_000;
/** Within an hour of any talk Stripe is asked, though no event told us to; then the answer is on its way. */
const KNOWN_WITHIN_MS = 2 * HOUR_MS;

const asWanted: Invariant = {
  says: "nobody talks with an assistant that is deleted or not live, or whose owner is gone",
  complaints: ({ lived }) => lived.wronglyServed,
};

const entitled: Invariant = {
  says: "for each call of a visitor its owner had a plan at that moment, as far as we could know",
  complaints: (books) =>
    books.lived.calls
      .filter(({ isTest }) => !isTest)
      .flatMap((call) => {
        const sinceMs = withoutPlanSince(books, call);
        if (sinceMs === null) return [];
        const heardMs = books.lived.moneyDisturbed
          .filter(({ fromMs, untilMs }) => untilMs >= sinceMs && fromMs <= call.atMs)
          .reduce((latest, { untilMs }) => Math.max(latest, untilMs), sinceMs);
        if (call.atMs - heardMs <= KNOWN_WITHIN_MS) return [];
        const hours = Math.round((call.atMs - sinceMs) / HOUR_MS);
        return [`call ${call.platformCallId}: no plan for ${hours} hours`];
      }),
};

/** Null where there was one. */
function withoutPlanSince({ lived }: Books, { ownerId, atMs }: LivedCall): number | null {
  const before = lived.standings.filter(
    (change) => change.ownerId === ownerId && change.atMs <= atMs,
  );
  const last = new Map(before.map((change) => [change.subscription, change]));
  const isOn = [...last.values()].some(({ status }) => ["active", "trialing"].includes(status));
  if (isOn) return null;
  return Math.max(...[...last.values()].map((change) => change.atMs), 0);
}

export const OF_SERVING = [asWanted, entitled];
