import type { TableNames } from "../../../../convex/_generated/dataModel";
import type { Books } from "../books.ts";
import type { Invariant } from "./invariant.ts";

const nothingLeft: Invariant = {
  says: "no work at a vendor is left over but what waits for an owner's money, and what was given up is shown",
  complaints({ ours, attention }) {
    const failed = ours.overageCharges.filter(({ state }) => state === "failed");
    const waits = [
      ...failed.map(({ _id }): string => _id),
      ...failed.map(({ stripeCustomerId }) => stripeCustomerId),
    ];
    const shown = attention.map(({ kind, key }) => `${kind} ${key}`);
    return ours.jobs
      .filter(({ kind, key, deadAtMs }) =>
        deadAtMs === null ? !waits.includes(key) : !shown.includes(`${kind} ${key}`),
      )
      .map(({ kind, key, lastError }) => `${kind} ${key}: ${lastError}`);
  },
};

const gaveUpNothing: Invariant = {
  says: "nothing was given up that could be done in the end",
  complaints: ({ ours }) =>
    ours.jobs
      .filter(({ deadAtMs, kind }) => deadAtMs !== null && kind !== "customerDeletion")
      .map(({ kind, key, lastError }) => `${kind} ${key}: ${lastError}`),
};

/** What is kept of an owner who is gone and still owes: a bill that names nobody. */
const KEPT_OF_DEBTORS: TableNames[] = ["overageCharges", "usagePeriods"];

const deletedIsGone: Invariant = {
  says: "of who deleted an account nothing is left here, and no customer at Stripe who owes nothing",
  complaints({ lived, ours, stripe }) {
    const gone = lived.owners.filter(({ deletedAtMs }) => deletedAtMs !== null);
    return gone.flatMap(({ person: { userId, email } }) => {
      const owes = ours.overageCharges.some(
        ({ ownerId, state }) => ownerId === userId && state === "failed",
      );
      const rows = (Object.entries(ours) as [TableNames, Row[]][]).flatMap(([table, all]) => {
        if (owes && KEPT_OF_DEBTORS.includes(table)) return [];
        const own = all.filter((row) => [row._id, row.ownerId, row.userId].includes(userId));
        return own.length === 0 ? [] : [`${email}: ${own.length} of ${table}`];
      });
      const isCustomer = stripe.customers.some(({ metadata }) => metadata.ownerId === userId);
      return isCustomer && !owes ? [...rows, `${email}: a customer at Stripe`] : rows;
    });
  },
};

type Row = { _id?: unknown; ownerId?: unknown; userId?: unknown };

const wordsForPeople: Invariant = {
  says: "whoever is told that something cannot be done is told so in words for people",
  complaints: ({ lived }) => lived.surprises,
};

const agreed: Invariant = {
  says: "the database agrees with itself, with every index",
  complaints: ({ disagreements }: Books) => disagreements,
};

export const OF_ORDER = [nothingLeft, gaveUpNothing, deletedIsGone, wordsForPeople, agreed];
