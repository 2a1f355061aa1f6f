import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { LoginPage } from "../features/auth/login-page";
import { ConnectionBanner } from "./connection-banner";
import { CONVEX_URL, convexClient } from "./convex-client";
import { DashboardRoutes } from "./dashboard-routes";
import { isOurOAuthCode } from "./oauth-code";
import { StudioRoute } from "./studio-route";
import { Toasts } from "./toasts";

const AREAS = { login: LoginPage, dashboard: DashboardRoutes, studio: StudioRoute };

export function OwnerApp({ area }: { area: keyof typeof AREAS }) {
  const Area = AREAS[area];
  return (
    <ConvexAuthProvider client={convexClient} shouldHandleCode={() => isOurOAuthCode(CONVEX_URL)}>
      <ConnectionBanner />
      <Area />
      <Toasts />
    </ConvexAuthProvider>
  );
}
