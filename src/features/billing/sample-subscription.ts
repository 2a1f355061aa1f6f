import type { Plans, Subscription } from "./billing-types";

/** What the backend tells of an owner on the smaller plan; for tests, which name what differs. */
export function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    status: "active",
    planType: "STARTER",
    cancelAtPeriodEnd: false,
    currentPeriodEnd: Date.UTC(2026, 11, 21, 12) / 1000,
    paymentMethod: { brand: "visa", last4: "4242" },
    pendingPlanType: null,
    plan: {
      name: "Starter",
      price: 2900,
      limits: { assistants: 1, includedMinutes: 250, overageRate: 15, knowledgeBaseFiles: 1 },
    },
    ...changes,
  };
}

export const PLANS: Plans = {
  STARTER: { name: "Starter", price: 2900, trialDays: 7, features: ["1 assistant", "A button"] },
  PRO: { name: "Pro", price: 4900, trialDays: 7, features: ["5 assistants", "Custom voices"] },
};
