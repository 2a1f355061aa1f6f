import { useConvexAuth } from "convex/react";
import { lazy } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { NotFoundPage } from "./not-found-page";
import { OwnerGate } from "./owner-gate";
import { loginPathFor } from "./routes";

const AssistantsPage = lazy(async () => ({
  default: (await import("../features/assistants/assistants-page")).AssistantsPage,
}));

export function DashboardRoutes() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search, hash } = useLocation();

  if (isLoading) return <Spinner label="Loading your dashboard" />;
  if (!isAuthenticated) return <Navigate to={loginPathFor(pathname + search + hash)} replace />;
  return (
    <Routes>
      <Route element={<OwnerGate />}>
        <Route index element={<AssistantsPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
