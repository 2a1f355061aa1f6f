/** Query results of an owner on the Starter plan, for tests to change. */
import { vi } from "vitest";
import type {
  Assistants,
  CurrentUsage,
  FreeTrial,
  Plans,
  SpendingLimit,
  SubscriptionState,
  Subscription,
  UsageLimits,
} from "./billing-types";

export function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    status: "active",
    planType: "STARTER",
    cancelAtPeriodEnd: false,
    endsAt: null,
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

export function aProSubscription(changes: Partial<Subscription> = {}): Subscription {
  const limits = { assistants: 5, includedMinutes: 450, overageRate: 12, knowledgeBaseFiles: 5 };
  const plan = { name: "Pro", price: 4900, limits };
  return aSubscription({ planType: "PRO", plan, ...changes });
}

export function aSubscriptionState(changes: Partial<SubscriptionState> = {}): SubscriptionState {
  return {
    state: "active",
    planName: "Starter",
    endedAt: null,
    hadTrialBefore: false,
    isDisputed: false,
    ...changes,
  };
}

export const PLANS: Plans = {
  STARTER: { name: "Starter", price: 2900, trialDays: 7, features: ["1 assistant", "A button"] },
  PRO: { name: "Pro", price: 4900, trialDays: 7, features: ["5 assistants", "Custom voices"] },
};

export function someLimits(changes: Partial<UsageLimits> = {}): UsageLimits {
  return {
    hasSubscription: true,
    overLimit: false,
    approachingLimit: false,
    usagePercentage: 40,
    usedMinutes: 100,
    includedMinutes: 250,
    overageRate: 15,
    overageMinutes: 0,
    remainingMinutes: 150,
    ...changes,
  };
}

export function aSpendingLimit(changes: Partial<SpendingLimit> = {}): SpendingLimit {
  return {
    limit: 2900,
    isOwn: false,
    spent: 0,
    state: "below",
    overageRate: 15,
    periodEnd: Date.UTC(2026, 11, 21, 12) / 1000,
    ...changes,
  };
}

export function someFreeTrial(changes: Partial<FreeTrial> = {}): FreeTrial {
  return {
    hasSubscription: false,
    limitExceeded: false,
    freeTrialLimit: 10,
    remainingMinutes: 7.5,
    totalMinutesUsed: 2.5,
    ...changes,
  };
}

export function someUsage(changes: Partial<CurrentUsage> = {}): CurrentUsage {
  return { totalMinutes: 0, typedMinutes: 0, totalCalls: 0, usageByAssistant: {}, ...changes };
}

type Assistant = Assistants[number];

export function anAssistant(changes: { [Field in keyof Assistant]?: unknown } = {}): Assistant {
  const id = "assistant1";
  return { _id: id, name: "Front desk", published: false, ...changes } as unknown as Assistant;
}

/** The page's actions while none of them runs. */
export function idleActions() {
  return {
    running: null,
    subscribe: vi.fn(),
    startPlan: vi.fn(),
    cancel: vi.fn(),
    reactivate: vi.fn(),
    undoPlanChange: vi.fn(),
    openPortal: vi.fn(),
    checkOverage: vi.fn(),
  };
}
