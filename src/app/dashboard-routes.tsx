import { useConvexAuth } from "convex/react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { AssistantsPage } from "../features/assistants/assistants-page";
import { DashboardShell } from "./dashboard-shell";
import { NotFoundPage } from "./not-found-page";
import { loginPathFor } from "./routes";

export function DashboardRoutes() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search, hash } = useLocation();

  if (isLoading) return <Spinner label="Loading your dashboard" />;
  if (!isAuthenticated) return <Navigate to={loginPathFor(pathname + search + hash)} replace />;
  return (
    <Routes>
      <Route element={<DashboardShell />}>
        <Route index element={<AssistantsPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
