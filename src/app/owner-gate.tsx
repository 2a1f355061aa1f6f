import { useQuery } from "convex/react";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { DashboardShell } from "./dashboard-shell";
import { EndedSession } from "./ended-session";
import { havePlansBeenSeen, rememberPlansSeen } from "./plans-seen";
import { ROUTES } from "./routes";

/** Lets an owner into the dashboard, the first time by way of the plans. */
export function OwnerGate() {
  const owner = useQuery(api.auth.loggedInUser);
  const subscription = useQuery(api.subscriptions.getUserSubscription);
  const { pathname, search } = useLocation();

  const isAtPlans = pathname === ROUTES.subscription;
  const isSubscribed = subscription?.status === "active" || subscription?.status === "trialing";
  const isNew = !isSubscribed && !isAtPlans && !havePlansBeenSeen();
  const goesToPlans = isNew && owner != null && subscription !== undefined;

  useEffect(() => {
    if (isAtPlans || goesToPlans) rememberPlansSeen();
  }, [isAtPlans, goesToPlans]);

  // The account was deleted, here or in another tab. No page may outlive it: all would fail.
  if (owner === null) return <EndedSession />;
  if (goesToPlans) return <Navigate to={ROUTES.subscription + search} replace />;
  if (owner === undefined || isNew) return <Spinner label="Loading your dashboard" />;
  return <DashboardShell email={owner.email} />;
}
