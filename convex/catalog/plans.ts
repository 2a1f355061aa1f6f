export const TRIAL_DAYS = 7;

export const PLANS = [
  {
    type: "STARTER",
    name: "Starter",
    priceCents: 2900,
    trialDays: TRIAL_DAYS,
    features: ["1 assistant", "1,000 conversations per month"],
  },
  {
    type: "PRO",
    name: "Pro",
    priceCents: 4900,
    trialDays: TRIAL_DAYS,
    features: ["5 assistants", "5,000 conversations per month", "Custom voices"],
  },
  {
    type: "ENTERPRISE",
    name: "Enterprise",
    priceCents: 34900,
    features: [
      "Unlimited assistants and conversations",
      "White-label",
      "Custom integrations",
      "Dedicated support",
    ],
  },
] as const;

export type Plan = (typeof PLANS)[number];
