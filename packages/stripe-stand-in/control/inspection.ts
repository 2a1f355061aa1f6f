import type { World } from "../engine/world.ts";

/** What the control API shows: the ledger, or the state of every delivery. */
export function inspect(world: World, path: "/_sim/ledger" | "/_sim/webhooks"): object {
  if (path === "/_sim/webhooks") {
    const deliveries = world.store.all("sim.delivery");
    return {
      deliveries: deliveries.map(({ id, type, state, attempts, nextAttemptAt, outcome }) => ({
        event: id,
        type,
        state,
        attempts,
        nextAttemptAt,
        outcome,
      })),
    };
  }
  const entries = world.store.all("sim.money");
  const sum = (kinds: string[]) =>
    entries
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((total, { amount }) => total + amount, 0);
  return {
    entries,
    charged: sum(["charge"]),
    refunded: -sum(["refund"]),
    disputed: -sum(["dispute", "dispute_won"]),
    balance: sum(["charge", "refund", "dispute", "dispute_won"]),
  };
}
