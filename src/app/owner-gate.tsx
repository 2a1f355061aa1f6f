import { useQuery } from "convex/react";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { EndedSession } from "./ended-session";
import { PlansFirst } from "./plans-first";

/** Lets an owner into the dashboard, and nobody stay who is none any more. */
export function OwnerGate() {
  const owner = useQuery(api.auth.loggedInUser);

  if (owner === undefined) return <Spinner label="Loading your dashboard" />;
  // The account was deleted, here or in another tab. Whatever asks for its data would fail, so
  // all of that is below this component and ends with it.
  if (owner === null) return <EndedSession />;
  return <PlansFirst email={owner.email} />;
}
