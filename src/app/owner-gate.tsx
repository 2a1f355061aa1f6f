import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { EndedSession } from "./ended-session";

export type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;
type OwnerGateProps = { waiting: string; children: (owner: Owner) => ReactNode };

/** Shows its children to signed-in owners only, and signs out anybody whose session has ended. */
export function OwnerGate({ waiting, children }: OwnerGateProps) {
  const owner = useQuery(api.auth.loggedInUser);

  if (owner === undefined) return <Spinner label={waiting} />;
  // The session was ended elsewhere, or the account was deleted. Every query that needs an owner would
  // fail, so all of them are below this component.
  if (owner === null) return <EndedSession />;
  return children(owner);
}
