import { useQuery } from "convex/react";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { DashboardShell } from "./dashboard-shell";
import type { Owner } from "./owner-gate";
import { havePlansBeenSeen, rememberPlansSeen } from "./plans-seen";
import { ROUTES } from "../lib/routes";
import { LOADING } from "./texts";

/** The dashboard. Owners without a plan see the plans first, once. */
export function PlansFirst({ owner }: { owner: Owner }) {
  const { pathname, search } = useLocation();
  const isAtPlans = pathname === ROUTES.subscription;
  const mayBeNew = !isAtPlans && !havePlansBeenSeen();
  const subscription = useQuery(api.subscriptions.getUserSubscription, mayBeNew ? {} : "skip");

  const isSubscribed = subscription?.status === "active" || subscription?.status === "trialing";
  const isNew = mayBeNew && !isSubscribed;
  const goesToPlans = isNew && subscription !== undefined;

  useEffect(() => {
    if (isAtPlans || goesToPlans) rememberPlansSeen();
  }, [isAtPlans, goesToPlans]);

  if (goesToPlans) return <Navigate to={ROUTES.subscription + search} replace />;
  if (isNew) return <Spinner label={LOADING.dashboard} />;
  return <DashboardShell owner={owner} />;
}
