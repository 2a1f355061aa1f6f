import { ConvexAuthProvider } from "@convex-dev/auth/react";
import { Suspense } from "react";
import type { Session } from "../features/auth/session";
import { Spinner } from "../components/spinner";
import { ConnectionBanner } from "./connection-banner";
import { CONVEX_URL, convexClient } from "./convex-client";
import { DashboardRoutes } from "./dashboard-routes";
import { UPDATE } from "./dashboard-texts";
import { isOurOAuthCode } from "./oauth-code";
import {
  AnswerPage,
  ConfirmPage,
  ForgotPage,
  ReceiptPage,
  SessionTeller,
  Toasts,
} from "./owner-pages";
import { StudioRoute } from "./studio-route";
import { LOADING } from "./texts";
import { UpdateBanner } from "./update-banner";

export type Area = "login" | "forgot" | "confirm" | "answer" | "receipt" | "dashboard" | "studio";

type OwnerAppProps = {
  area: Area;
  onSession: (session: Session | null) => void;
};

/** Everything that talks to the backend. It stays mounted while owners move between the areas. */
export function OwnerApp({ area, onSession }: OwnerAppProps) {
  return (
    <ConvexAuthProvider client={convexClient} shouldHandleCode={() => isOurOAuthCode(CONVEX_URL)}>
      <ConnectionBanner />
      {area === "dashboard" && <DashboardRoutes />}
      {area === "studio" && <StudioRoute />}
      <Suspense fallback={<Spinner label={LOADING.page} />}>
        {area === "forgot" && <ForgotPage />}
        {area === "confirm" && <ConfirmPage />}
        {area === "answer" && <AnswerPage />}
        {area === "receipt" && <ReceiptPage />}
      </Suspense>
      {area !== "receipt" && <UpdateBanner texts={UPDATE} />}
      <Suspense>
        {area === "login" && <SessionTeller onSession={onSession} />}
        <Toasts />
      </Suspense>
    </ConvexAuthProvider>
  );
}
