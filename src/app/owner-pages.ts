/** The owner's pages and what few of them show, each a chunk of its own. */
import { lazyPage } from "./lazy-page";
import { ROUTES } from "../lib/routes";

export const AssistantsPage = lazyPage(
  async () => (await import("../features/assistants/assistants-page")).AssistantsPage,
  ROUTES.dashboard,
);
export const SubscriptionPage = lazyPage(
  async () => (await import("../features/billing/subscription-page")).SubscriptionPage,
  ROUTES.subscription,
);
export const CallsPage = lazyPage(
  async () => (await import("../features/analytics/calls-page")).CallsPage,
  ROUTES.calls,
);
export const StudioPage = lazyPage(
  async () => (await import("../features/studio/studio-page")).StudioPage,
);
export const PaymentsToConfirm = lazyPage(
  async () => (await import("./payments-to-confirm")).PaymentsToConfirm,
);
export const SpendingBanner = lazyPage(
  async () => (await import("./spending-banner")).SpendingBanner,
);
export const SpendingLimitDialog = lazyPage(
  async () => (await import("../features/billing/spending-limit-dialog")).SpendingLimitDialog,
);
export const DeleteAccountDialog = lazyPage(
  async () => (await import("./delete-account-dialog")).DeleteAccountDialog,
);
export const SessionTeller = lazyPage(async () => (await import("./session-teller")).SessionTeller);
export const Toasts = lazyPage(async () => (await import("../components/toasts")).Toasts);
