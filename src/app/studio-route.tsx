import { useConvexAuth } from "convex/react";
import { Suspense } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { OwnerGate } from "./owner-gate";
import { StudioPage } from "./owner-pages";
import { loginPathFor } from "../lib/routes";

export function StudioRoute() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search } = useLocation();

  if (isLoading) return <Spinner label="Loading the studio" />;
  if (!isAuthenticated) return <Navigate to={loginPathFor(pathname + search)} replace />;
  return (
    <OwnerGate waiting="Loading the studio">
      {() => (
        <Suspense fallback={<Spinner label="Loading the studio" />}>
          <StudioPage />
        </Suspense>
      )}
    </OwnerGate>
  );
}
