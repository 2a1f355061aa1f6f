/** Owners take plans, change them, end them and pay for them; their minutes are used. */
import { api, internal } from "../../../convex/_generated/api";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { changeCard, checkOut, payOnPage } from "../money/stripe-pages.ts";
import type { Card } from "../money/stripe-pages.ts";
import { oneOfTheirs } from "./deeds-with-assistants.ts";
import { chosen } from "./doing.ts";
import type { Deed, Doing } from "./doing.ts";

const PLANS: PaidPlanType[] = ["STARTER", "PRO"];
/** Most have a card that works; with null none is given, as a trial allows. */
const CARDS: (Card | null)[] = ["good", "good", "mastercard", "asks", "declinedLater", null];
const MINUTE_S = 60;

function said(doing: Doing, what: "cancel" | "keep"): void {
  doing.owner.saidOfPlan = { what, atMs: doing.world.clock.now() };
}

const choosePlan: Deed = (doing) =>
  doing.visit(async (caller) => {
    const { which, amount } = doing.planned;
    const planType = chosen(PLANS, which) ?? "STARTER";
    const url = await caller.action(api.subscriptions.subscribe, { planType });
    if (url !== null) await checkOut(url, chosen(CARDS, amount) ?? null);
    said(doing, "keep");
  });

const startPlan: Deed = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.subscriptions.startPlan, {})));

const cancel: Deed = (doing) =>
  doing.visit(async (caller) => {
    await caller.action(api.subscriptions.cancelSubscription, {});
    said(doing, "cancel");
  });

const reactivate: Deed = (doing) =>
  doing.visit(async (caller) => {
    await caller.action(api.subscriptions.reactivateSubscription, {});
    said(doing, "keep");
  });

const undoPlanChange: Deed = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.subscriptions.undoPlanChange, {})));

const replaceCard: Deed = ({ visit, planned }) =>
  visit(async (caller) => {
    const portal = await caller.action(api.subscriptions.createCustomerPortalSession, {});
    await changeCard(
      portal,
      chosen(["declinedLater", "mastercard", "good"], planned.amount) ?? "good",
    );
  });

/** What waits to be paid or confirmed, on Stripe's own page, as the banner and the mail lead there. */
const pay: Deed = ({ visit, planned }) =>
  visit(async (caller) => {
    const open = await caller.query(api.subscriptions.getPaymentsToConfirm, {});
    const payment = chosen(open, planned.which);
    if (payment?.url != null) await payOnPage(payment.url, "mastercard");
  });

/** More than can be talked in ten days; counted as the end of a call counts it. */
const useMinutes: Deed = async ({ world, owner, planned }) => {
  const assistant = oneOfTheirs(owner, planned.which);
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

const chargeExtraMinutes: Deed = ({ visit }) =>
  visit(async (caller) => void (await caller.action(api.overageBilling.triggerOverageCheck, {})));

export const WITH_PLANS = {
  "choose plan": choosePlan,
  "start plan": startPlan,
  cancel,
  reactivate,
  "undo plan change": undoPlanChange,
  "change card": replaceCard,
  "pay what is open": pay,
  "use minutes": useMinutes,
  "charge extra minutes": chargeExtraMinutes,
};
