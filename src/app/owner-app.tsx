import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { LoginPage } from "../features/auth/login-page";
import { ConnectionBanner } from "./connection-banner";
import { convexClient } from "./convex-client";
import { DashboardRoutes } from "./dashboard-routes";
import { Toasts } from "./toasts";

export function OwnerApp({ area }: { area: "login" | "dashboard" }) {
  return (
    <ConvexAuthProvider client={convexClient}>
      <ConnectionBanner />
      {area === "login" ? <LoginPage /> : <DashboardRoutes />}
      <Toasts />
    </ConvexAuthProvider>
  );
}
