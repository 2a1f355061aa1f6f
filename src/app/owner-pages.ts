/** The owner's pages, and parts that only few of them show. Each is a chunk of its own. */
import { lazyPage } from "./lazy-page";
import { ROUTES } from "../lib/routes";

export const AssistantsPage = lazyPage(
  () => import("../features/assistants/list/assistants-page"),
  "AssistantsPage",
  ROUTES.dashboard,
);
export const AssistantPage = lazyPage(
  () => import("../features/assistants/page/assistant-page"),
  "AssistantPage",
);
export const SubscriptionPage = lazyPage(
  () => import("../features/billing/subscription-page"),
  "SubscriptionPage",
  ROUTES.subscription,
);
export const CallsPage = lazyPage(
  () => import("../features/analytics/calls-page"),
  "CallsPage",
  ROUTES.calls,
);
export const TrendsPage = lazyPage(
  () => import("../features/analytics/trends-page"),
  "TrendsPage",
  ROUTES.trends,
);
export const TypedPage = lazyPage(
  () => import("../features/analytics/typed-page"),
  "TypedPage",
  ROUTES.typed,
);
export const InboxPage = lazyPage(
  () => import("../features/inbox/inbox-page"),
  "InboxPage",
  ROUTES.inbox,
);
export const ConnectionsPage = lazyPage(
  () => import("../features/connections/connections-page"),
  "ConnectionsPage",
  ROUTES.connections,
);
export const AccountPage = lazyPage(
  () => import("../features/account/account-page"),
  "AccountPage",
  ROUTES.account,
);
export const OperatorPage = lazyPage(
  () => import("../features/operator/operator-page"),
  "OperatorPage",
);
export const ForgotPage = lazyPage(
  () => import("../features/auth/forgot-page"),
  "ForgotPage",
  ROUTES.forgot,
);
export const ConfirmPage = lazyPage(() => import("../features/auth/confirm-page"), "ConfirmPage");
export const AnswerPage = lazyPage(() => import("./answer-page"), "AnswerPage");
export const ReceiptPage = lazyPage(() => import("./receipt-page"), "ReceiptPage");
export const OAuthButtons = lazyPage(
  () => import("../features/auth/oauth-buttons"),
  "OAuthButtons",
);
export const StudioPage = lazyPage(() => import("../features/studio/studio-page"), "StudioPage");
export const AddressBanner = lazyPage(
  () => import("../components/address-banner"),
  "AddressBanner",
);
export const OwnerQuestions = lazyPage(() => import("./owner-questions"), "OwnerQuestions");
export const PaymentsToConfirm = lazyPage(
  () => import("./payments-to-confirm"),
  "PaymentsToConfirm",
);
export const SpendingBanner = lazyPage(() => import("./spending-banner"), "SpendingBanner");
export const SpendingLimitDialog = lazyPage(
  () => import("../features/billing/spending-limit-dialog"),
  "SpendingLimitDialog",
);
export const DeleteAccountDialog = lazyPage(
  () => import("../features/account/delete-account-dialog"),
  "DeleteAccountDialog",
);
export const SessionTeller = lazyPage(() => import("./session-teller"), "SessionTeller");
export const Toasts = lazyPage(() => import("../components/toasts"), "Toasts");
