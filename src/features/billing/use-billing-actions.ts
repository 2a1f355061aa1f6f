import { useAction } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { toast } from "../../lib/toast";
import { api } from "../../../convex/_generated/api";
import { MESSAGES, noChargeNeeded, overageCharged } from "../../../convex/shared/messages";
import type { PaidPlanType } from "../../../convex/shared/plans";
import { reasonOf, userErrorOf } from "../../lib/error-reason";
import { goToAddress } from "../../lib/go-to-address";

export type BillingTask =
  PaidPlanType | "start" | "cancel" | "reactivate" | "undo" | "portal" | "overage";

export type BillingActions = {
  /** The running task. Nothing else can start until it ends. */
  running: BillingTask | null;
  subscribe: (planType: PaidPlanType, isUpgrade: boolean) => void;
  /** Ends the trial and starts the paid plan. */
  startPlan: () => void;
  cancel: () => void;
  reactivate: () => void;
  undoPlanChange: () => void;
  openPortal: () => void;
  checkOverage: () => void;
};

export function useBillingActions(): BillingActions {
  const { running, run } = useOneTask();
  const subscribe = useAction(api.subscriptions.subscribe);
  const startPlan = useAction(api.subscriptions.startPlan);
  const cancel = useAction(api.subscriptions.cancelSubscription);
  const reactivate = useAction(api.subscriptions.reactivateSubscription);
  const undoPlanChange = useAction(api.subscriptions.undoPlanChange);
  const createPortalSession = useAction(api.subscriptions.createCustomerPortalSession);
  const checkOverage = useAction(api.overageBilling.triggerOverageCheck);

  return {
    running,
    subscribe: (planType, isUpgrade) =>
      run(planType, MESSAGES.subscriptionNotUpdated, async () => {
        const address = await subscribe({ planType });
        if (address !== null) return leaveFor(address);
        toast.success(isUpgrade ? MESSAGES.planUpgraded : MESSAGES.planDowngraded);
      }),
    startPlan: () =>
      run("start", MESSAGES.planNotStarted, async () => {
        const address = await startPlan({});
        if (address !== null) return leaveFor(address);
        toast.success(MESSAGES.planStarted);
      }),
    cancel: () =>
      run("cancel", MESSAGES.subscriptionNotCancelled, async () => {
        await cancel({});
        toast.success(MESSAGES.subscriptionCancelled);
      }),
    reactivate: () =>
      run("reactivate", MESSAGES.subscriptionNotReactivated, async () => {
        await reactivate({});
        toast.success(MESSAGES.subscriptionReactivated);
      }),
    undoPlanChange: () =>
      run("undo", MESSAGES.subscriptionNotUpdated, async () => {
        await undoPlanChange({});
        toast.success(MESSAGES.planChangeUndone);
      }),
    openPortal: () =>
      run("portal", MESSAGES.portalNotOpened, async () => {
        return leaveFor(await createPortalSession({}));
      }),
    checkOverage: () =>
      run("overage", MESSAGES.overageNotChecked, async () => {
        const result = await checkOverage({});
        if (!result.success) toast.error(result.error ?? MESSAGES.overageNotChecked);
        else if (result.charged) toast.info(overageCharged(result.amount, result.minutes));
        else toast.info(noChargeNeeded(result.currentOverage, result.threshold));
      }),
  };
}

const LEAVING = Symbol("leaving");

function leaveFor(address: string): typeof LEAVING {
  goToAddress(address);
  return LEAVING;
}

function useOneTask() {
  const [running, setRunning] = useState<BillingTask | null>(null);
  // A second click may arrive before the first one has rendered.
  const isRunning = useRef(false);

  function finish() {
    isRunning.current = false;
    setRunning(null);
  }

  // The Back button from the payment page may restore this page in the state in which it was left.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) finish();
    };
    window.addEventListener("pageshow", wake);
    return () => {
      window.removeEventListener("pageshow", wake);
    };
  }, []);

  function run(task: BillingTask, failure: string, work: () => Promise<unknown>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setRunning(task);
    work().then(
      (outcome) => {
        if (outcome !== LEAVING) finish();
      },
      (error: unknown) => {
        const isExplained = userErrorOf(error) !== null;
        toast.error(failure, isExplained ? { description: reasonOf(error) } : {});
        finish();
      },
    );
  }

  return { running, run };
}
