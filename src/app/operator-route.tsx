import { useQuery } from "convex/react";
import { api } from "../../convex/_generated/api";
import { DashboardNotFound } from "./dashboard-not-found";
import { OperatorPage } from "./owner-pages";

/** To everybody but operators, the address is like any that does not exist. The dashboard has loaded the owner. */
export function OperatorRoute() {
  const owner = useQuery(api.auth.loggedInUser);
  return owner?.isOperator === true ? <OperatorPage /> : <DashboardNotFound />;
}
