import { useConvexAuth } from "convex/react";
import { Navigate, Route, Routes, useLocation, type Location } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { DashboardNotFound } from "./dashboard-not-found";
import { OperatorRoute } from "./operator-route";
import { OwnerGate } from "./owner-gate";
import {
  AccountPage,
  AssistantPage,
  AssistantsPage,
  CallsPage,
  ConnectionsPage,
  InboxPage,
  SubscriptionPage,
  TrendsPage,
  TypedPage,
} from "./owner-pages";
import { PlansFirst } from "./plans-first";
import { loginPathFor, ROUTES } from "../lib/routes";
import { LOADING } from "./texts";

export function DashboardRoutes() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search, hash, state } = useLocation() as Location<unknown>;

  if (isLoading) return <Spinner label={LOADING.dashboard} />;
  if (!isAuthenticated) {
    return <Navigate to={loginPathFor(pathname + search + hash)} state={state} replace />;
  }
  return (
    <Routes>
      <Route element={DASHBOARD}>
        <Route index element={<AssistantsPage />} />
        <Route
          path={`${below(ROUTES.assistants)}/:assistantId/:section?`}
          element={<AssistantPage />}
        />
        <Route path={below(ROUTES.subscription)} element={<SubscriptionPage />} />
        <Route path={below(ROUTES.inbox)} element={<InboxPage />} />
        <Route path={below(ROUTES.calls)} element={<CallsPage />} />
        <Route path={below(ROUTES.trends)} element={<TrendsPage />} />
        <Route path={below(ROUTES.typed)} element={<TypedPage />} />
        <Route path={below(ROUTES.connections)} element={<ConnectionsPage />} />
        <Route path={below(ROUTES.account)} element={<AccountPage />} />
        <Route path={below(ROUTES.operator)} element={<OperatorRoute />} />
        <Route path="*" element={<DashboardNotFound />} />
      </Route>
    </Routes>
  );
}

const DASHBOARD = (
  <OwnerGate waiting={LOADING.dashboard}>{(owner) => <PlansFirst owner={owner} />}</OwnerGate>
);

/** Nested routes are relative to the dashboard. */
function below(path: string): string {
  return path.slice(`${ROUTES.dashboard}/`.length);
}
