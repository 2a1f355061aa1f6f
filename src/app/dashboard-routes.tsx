import { useConvexAuth } from "convex/react";
import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { AssistantsPage } from "../features/assistants/assistants-page";
import { DashboardShell } from "./dashboard-shell";
import { NotFoundPage } from "./not-found-page";
import { loginPathFor, ROUTES } from "./routes";

const SubscriptionPage = lazy(async () => ({
  default: (await import("../features/billing/subscription-page")).SubscriptionPage,
}));
const CallsPage = lazy(async () => ({
  default: (await import("../features/analytics/calls-page")).CallsPage,
}));

export function DashboardRoutes() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search, hash } = useLocation();

  if (isLoading) return <Spinner label="Loading your dashboard" />;
  if (!isAuthenticated) return <Navigate to={loginPathFor(pathname + search + hash)} replace />;
  return (
    <Routes>
      <Route element={<DashboardShell />}>
        <Route index element={<AssistantsPage />} />
        <Route
          path={below(ROUTES.subscription)}
          element={
            <Suspense fallback={<Spinner label="Loading your subscription" />}>
              <SubscriptionPage />
            </Suspense>
          }
        />
        <Route
          path={below(ROUTES.calls)}
          element={
            <Suspense fallback={<Spinner label="Loading your calls" />}>
              <CallsPage />
            </Suspense>
          }
        />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Routes within routes are named by what follows. */
function below(path: string): string {
  return path.slice(`${ROUTES.dashboard}/`.length);
}
