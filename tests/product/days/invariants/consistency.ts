import type { TableNames } from "../../../../convex/_generated/dataModel";
import type { Snapshot } from "../snapshot.ts";
import type { Invariant } from "./invariant.ts";

const nothingLeft: Invariant = {
  rule: "only jobs that wait for an owner's payment are left, and failed jobs are shown to the operator",
  failures({ tables, attention }) {
    const failed = tables.overageCharges.filter(({ state }) => state === "failed");
    const waits = [
      ...failed.map(({ _id }): string => _id),
      ...failed.map(({ stripeCustomerId }) => stripeCustomerId),
    ];
    const shown = attention.map(({ kind, key }) => `${kind} ${key}`);
    return tables.jobs
      .filter(({ kind, key, deadAtMs }) =>
        deadAtMs === null ? !waits.includes(key) : !shown.includes(`${kind} ${key}`),
      )
      .map(({ kind, key, lastError }) => `${kind} ${key}: ${lastError}`);
  },
};

const gaveUpNothing: Invariant = {
  rule: "no job failed that could have succeeded in the end",
  failures: ({ tables }) =>
    tables.jobs
      .filter(({ deadAtMs, kind }) => deadAtMs !== null && kind !== "customerDeletion")
      .map(({ kind, key, lastError }) => `${kind} ${key}: ${lastError}`),
};

/** What is kept for a deleted owner who still owes money: a charge without personal data. */
const KEPT_OF_DEBTORS: TableNames[] = ["overageCharges", "usagePeriods"];

const deletedIsGone: Invariant = {
  rule: "nothing is left of a deleted account, nor its customer at Stripe unless money is owed",
  failures({ history, tables, stripe }) {
    const gone = history.owners.filter(({ deletedAtMs }) => deletedAtMs !== null);
    return gone.flatMap(({ person: { userId, email } }) => {
      const owes = tables.overageCharges.some(
        ({ ownerId, state }) => ownerId === userId && state === "failed",
      );
      const rows = (Object.entries(tables) as [TableNames, Row[]][]).flatMap(([table, all]) => {
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
  rule: "every refusal has a message written for people",
  failures: ({ history }) => history.unexpectedErrors,
};

const agreed: Invariant = {
  rule: "the database is consistent with all its indexes",
  failures: ({ disagreements }: Snapshot) => disagreements,
};

export const CONSISTENCY = [nothingLeft, gaveUpNothing, deletedIsGone, wordsForPeople, agreed];
