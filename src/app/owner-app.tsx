import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { Suspense } from "react";
import type { Session } from "../features/auth/session";
import { ConnectionBanner } from "./connection-banner";
import { CONVEX_URL, convexClient } from "./convex-client";
import { DashboardRoutes } from "./dashboard-routes";
import { isOurOAuthCode } from "./oauth-code";
import { SessionTeller, Toasts } from "./owner-pages";
import { StudioRoute } from "./studio-route";

type OwnerAppProps = {
  area: "login" | "dashboard" | "studio";
  onSession: (session: Session) => void;
};

/** All that talks to the backend. It stays where it is while owners go from one area to the next. */
export function OwnerApp({ area, onSession }: OwnerAppProps) {
  return (
    <ConvexAuthProvider client={convexClient} shouldHandleCode={() => isOurOAuthCode(CONVEX_URL)}>
      <ConnectionBanner />
      {area === "dashboard" && <DashboardRoutes />}
      {area === "studio" && <StudioRoute />}
      <Suspense>
        {area === "login" && <SessionTeller onSession={onSession} />}
        <Toasts />
      </Suspense>
    </ConvexAuthProvider>
  );
}
