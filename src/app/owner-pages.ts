/** The owner's pages and what few of them show, each a chunk of its own. */
import { lazyPage } from "./lazy-page";

export const AssistantsPage = lazyPage(
  async () => (await import("../features/assistants/assistants-page")).AssistantsPage,
);
export const SubscriptionPage = lazyPage(
  async () => (await import("../features/billing/subscription-page")).SubscriptionPage,
);
export const CallsPage = lazyPage(
  async () => (await import("../features/analytics/calls-page")).CallsPage,
);
export const StudioPage = lazyPage(
  async () => (await import("../features/studio/studio-page")).StudioPage,
);
export const PaymentsToConfirm = lazyPage(
  async () => (await import("./payments-to-confirm")).PaymentsToConfirm,
);
