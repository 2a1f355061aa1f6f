/** Owners choose, change, cancel and pay for plans, and use minutes. */
import { api, internal } from "../../../convex/_generated/api";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { changeCard, checkOut, payOnPage } from "../money/stripe-pages.ts";
import type { Card } from "../money/stripe-pages.ts";
import { pickAssistant } from "./assistant-actions.ts";
import { pick } from "./action.ts";
import type { Action, ActionContext } from "./action.ts";

const PLANS: PaidPlanType[] = ["STARTER", "PRO"];
/** Most cards work. Null means no card, which a trial allows. */
const CARDS: (Card | null)[] = ["good", "good", "mastercard", "asks", "declinedLater", null];
const MINUTE_S = 60;

function recordPlanChoice(context: ActionContext, what: "cancel" | "keep"): void {
  context.owner.lastPlanChoice = { what, atMs: context.world.clock.now() };
}

const choosePlan: Action = (context) =>
  context.visit(async (caller) => {
    const { which, amount } = context.planned;
    const planType = pick(PLANS, which) ?? "STARTER";
    const url = await caller.action(api.subscriptions.subscribe, { planType });
    if (url !== null) await checkOut(url, pick(CARDS, amount) ?? null);
    recordPlanChoice(context, "keep");
  });

const startPlan: Action = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.subscriptions.startPlan, {})));

const cancel: Action = (context) =>
  context.visit(async (caller) => {
    await caller.action(api.subscriptions.cancelSubscription, {});
    recordPlanChoice(context, "cancel");
  });

const reactivate: Action = (context) =>
  context.visit(async (caller) => {
    await caller.action(api.subscriptions.reactivateSubscription, {});
    recordPlanChoice(context, "keep");
  });

const undoPlanChange: Action = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.subscriptions.undoPlanChange, {})));

const replaceCard: Action = ({ visit, planned }) =>
  visit(async (caller) => {
    const portal = await caller.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(
      portal,
      pick(["declinedLater", "mastercard", "good"], planned.amount) ?? "good",
    );
  });

/** Pays or confirms an open payment on Stripe's page, where the banner and the mail lead. */
const pay: Action = ({ visit, planned }) =>
  visit(async (caller) => {
    const open = await caller.query(api.subscriptions.getPaymentsToConfirm, {});
    const payment = pick(open, planned.which);
    if (payment?.url != null) await payOnPage(payment.url, "mastercard");
  });

/** Records more minutes than calls could use in ten days, as the end of a call does. */
const useMinutes: Action = async ({ world, owner, planned }) => {
  const assistant = pickAssistant(owner, planned.which);
  const customers = await world.local.rows("customers");
  const own = customers.find(({ ownerId }) => ownerId === owner.person.userId);
  const isServed = ["active", "trialing"].includes(own?.subscription?.status ?? "");
  if (assistant === undefined || !isServed) return;
  const talked = (planned.amount % 400) * MINUTE_S;
  await world.local.inside.mutation(internal.operator.importCalls.recordUsage, {
    ownerId: owner.person.userId,
    assistantId: assistant.assistantId,
    seconds: talked,
    endedAtMs: world.clock.now(),
    allowance: "plan",
  });
  owner.recordedSeconds += talked;
};

const chargeExtraMinutes: Action = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.overageBilling.triggerOverageCheck, {})));

export const PLAN_ACTIONS = {
  "choose plan": choosePlan,
  "start plan": startPlan,
  cancel,
  reactivate,
  "undo plan change": undoPlanChange,
  "change card": replaceCard,
  "pay open payment": pay,
  "use minutes": useMinutes,
  "charge extra minutes": chargeExtraMinutes,
};
