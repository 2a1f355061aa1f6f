import { useConvexAuth } from "convex/react";
import { Suspense } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { Spinner } from "../components/spinner";
import { OwnerGate } from "./owner-gate";
import { StudioPage } from "./owner-pages";
import { loginPathFor } from "../lib/routes";
import { LOADING } from "./texts";

export function StudioRoute() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname, search } = useLocation();

  if (isLoading) return <Spinner label={LOADING.studio} />;
  if (!isAuthenticated) return <Navigate to={loginPathFor(pathname + search)} replace />;
  return (
    <OwnerGate waiting={LOADING.studio}>
      {() => (
        <Suspense fallback={<Spinner label={LOADING.studio} />}>
          <StudioPage />
        </Suspense>
      )}
    </OwnerGate>
  );
}
