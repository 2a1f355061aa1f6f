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
export const InboxPage = lazyPage(
  async () => (await import("../features/inbox/inbox-page")).InboxPage,
  ROUTES.inbox,
);
export const ConnectionsPage = lazyPage(
  async () => (await import("../features/connections/connections-page")).ConnectionsPage,
  ROUTES.connections,
);
export const AccountPage = lazyPage(
  async () => (await import("../features/account/account-page")).AccountPage,
  ROUTES.account,
);
export const ForgotPage = lazyPage(
  async () => (await import("../features/auth/forgot-page")).ForgotPage,
  ROUTES.forgot,
);
export const ConfirmPage = lazyPage(
  async () => (await import("../features/auth/confirm-page")).ConfirmPage,
);
export const OtherWays = lazyPage(
  async () => (await import("../features/auth/other-ways")).OtherWays,
);
export const StudioPage = lazyPage(
  async () => (await import("../features/studio/studio-page")).StudioPage,
);
export const AddressBanner = lazyPage(async () => (await import("./address-banner")).AddressBanner);
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
  async () => (await import("../features/account/delete-account-dialog")).DeleteAccountDialog,
);
export const SessionTeller = lazyPage(async () => (await import("./session-teller")).SessionTeller);
export const Toasts = lazyPage(async () => (await import("../components/toasts")).Toasts);
