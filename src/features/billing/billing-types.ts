import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Subscription = NonNullable<
  FunctionReturnType<typeof api.subscriptions.getUserSubscription>
>;
export type SubscriptionState = FunctionReturnType<typeof api.subscriptions.getSubscriptionState>;
export type Plans = FunctionReturnType<typeof api.subscriptions.getSubscriptionPlans>;
export type ShownPlan = Plans[keyof Plans];
export type UsageLimits = FunctionReturnType<typeof api.usage.checkUsageLimits>;
export type SpendingLimit = NonNullable<
  FunctionReturnType<typeof api.subscriptions.getSpendingLimit>
>;
export type FreeTrial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;
export type CurrentUsage = FunctionReturnType<typeof api.usage.getCurrentMonthUsage>;
export type Assistants = FunctionReturnType<typeof api.assistants.listAssistants>;
