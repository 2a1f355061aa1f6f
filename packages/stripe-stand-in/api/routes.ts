import type { Route } from "./routing.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { checkoutRoutes } from "./routes/checkout-sessions.ts";
import { customerRoutes } from "./routes/customers.ts";
import { eventRoutes } from "./routes/events.ts";
import { invoiceItemRoutes } from "./routes/invoice-items.ts";
import { invoicePreviewRoutes } from "./routes/invoice-previews.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { moneyRoutes } from "./routes/money.ts";
import { paymentMethodRoutes } from "./routes/payment-methods.ts";
import { portalRoutes } from "./routes/portal.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { testClockRoutes } from "./routes/test-clocks.ts";
import { webhookEndpointRoutes } from "./routes/webhook-endpoints.ts";

export function allRoutes(advance: (byMs: number) => void): Route[] {
  return [
    ...catalogRoutes,
    ...checkoutRoutes,
    ...customerRoutes,
    ...eventRoutes,
    ...invoiceItemRoutes,
    // Before the routes by id, which would match too.
    ...invoicePreviewRoutes,
    ...invoiceRoutes,
    ...moneyRoutes,
    ...paymentMethodRoutes,
    ...portalRoutes,
    ...scheduleRoutes,
    ...subscriptionRoutes,
    ...testClockRoutes(advance),
    ...webhookEndpointRoutes,
  ];
}
