/** Steps that a random sequence of an owner's actions may take, and how a test takes them. */
import { ConvexError } from "convex/values";
import { api } from "../../../convex/_generated/api";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { disturb, useMinutes } from "./billing-world.ts";
import type { BillingWorld, Subscriber } from "./billing-world.ts";
import { checkOut } from "./stripe-pages.ts";

export type OwnerStep =
  | { do: "use"; minutes: number }
  | { do: "choose"; plan: PaidPlanType }
  | { do: "check" | "cancel" | "reactivate" | "undo" }
  | { do: "hold" | "release" | "shuffle" | "double" | "lose" };

export async function takeOwnerStep(
  world: BillingWorld,
  subscriber: Pick<Subscriber, "owner" | "assistantId">,
  step: OwnerStep,
): Promise<void> {
  const { owner } = subscriber;
  const { subscriptions, overageBilling } = api;
  switch (step.do) {
    case "use":
      await useMinutes(world, subscriber, step.minutes);
      break;
    case "choose": {
      const url = await owner.action(subscriptions.subscribe, { planType: step.plan });
      // If the bank asks for a confirmation, the URL is an invoice's page, which we leave alone.
      if (url?.includes("/c/pay/") === true) await checkOut(url, "good");
      break;
    }
    case "check":
      await owner.action(overageBilling.triggerOverageCheck, {});
      break;
    case "cancel":
      await owner.action(subscriptions.cancelSubscription, {});
      break;
    case "reactivate":
      await owner.action(subscriptions.reactivateSubscription, {});
      break;
    case "undo":
      await owner.action(subscriptions.undoPlanChange, {});
      break;
    case "hold":
      await world.control.hold();
      break;
    case "release":
      await world.control.release();
      break;
    default:
      await disturb(world, step.do);
  }
}

/** An action may be refused for one of these reasons at that moment. Any other error fails the test. */
export async function allowRefusal(task: Promise<void>, codes?: readonly string[]): Promise<void> {
  try {
    await task;
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    const { code } = error.data as { code?: string };
    if (codes !== undefined && !codes.includes(code ?? "")) throw error;
  }
}

/** So that the subscriptions of one run cost the next ones no time. */
export async function cancelAllSubscriptions(world: BillingWorld): Promise<void> {
  for (const { id } of (await world.stripe.subscriptions.list({ limit: 100 })).data) {
    await world.stripe.subscriptions.cancel(id);
  }
  await world.settle();
}
