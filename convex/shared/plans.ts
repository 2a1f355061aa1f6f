export const TRIAL_DAYS = 7;

const UNLIMITED = 999;

/** Exactly 999 means unlimited. A plan may still include 1,000 of something. */
export function isUnlimited(limit: number): boolean {
  return limit === UNLIMITED;
}

/** The smallest plan first. */
export const PLANS = [
  {
    type: "STARTER",
    name: "Starter",
    priceCents: 2900,
    trialDays: TRIAL_DAYS,
    isPopular: false,
    callsAtOnce: 3,
    features: ["1 assistant", "1,000 conversations per month"],
    limits: { assistants: 1, includedMinutes: 250, overageRate: 15, knowledgeBaseFiles: 1 },
  },
  {
    type: "PRO",
    name: "Pro",
    priceCents: 4900,
    trialDays: TRIAL_DAYS,
    isPopular: true,
    callsAtOnce: 5,
    features: ["5 assistants", "5,000 conversations per month", "Custom voices"],
    limits: { assistants: 5, includedMinutes: 450, overageRate: 12, knowledgeBaseFiles: 5 },
  },
  {
    type: "ENTERPRISE",
    name: "Enterprise",
    priceCents: 34900,
    isPopular: false,
    features: [
      "Unlimited assistants and conversations",
      "White-label",
      "Custom integrations",
      "Dedicated support",
    ],
    limits: {
      assistants: UNLIMITED,
      includedMinutes: UNLIMITED,
      overageRate: UNLIMITED,
      knowledgeBaseFiles: UNLIMITED,
    },
  },
] as const;

export type Plan = (typeof PLANS)[number];
/** The plans that owners can buy without contacting sales. */
export type PaidPlan = Exclude<Plan, { type: "ENTERPRISE" }>;
export type PaidPlanType = PaidPlan["type"];

export const PAID_PLANS: readonly PaidPlan[] = PLANS.filter(
  (plan): plan is PaidPlan => plan.type !== "ENTERPRISE",
);

export const LARGEST_PAID_PLAN: PaidPlan = PAID_PLANS.reduce((largest, plan) =>
  plan.priceCents > largest.priceCents ? plan : largest,
);

export function isPaidPlanType(type: string | undefined): type is PaidPlanType {
  return PAID_PLANS.some((plan) => plan.type === type);
}

export function planOf(type: PaidPlanType): PaidPlan {
  const plan = PAID_PLANS.find((candidate) => candidate.type === type);
  if (plan === undefined) throw new Error(`There is no plan ${type}`);
  return plan;
}
