import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { EndedSession } from "./ended-session";

export type Owner = NonNullable<FunctionReturnType<typeof api.auth.loggedInUser>>;
type OwnerGateProps = { waiting: string; children: (owner: Owner) => ReactNode };

/** Lets an owner in, and nobody stay who is none any more. */
export function OwnerGate({ waiting, children }: OwnerGateProps) {
  const owner = useQuery(api.auth.loggedInUser);

  if (owner === undefined) return <Spinner label={waiting} />;
  // The session ended elsewhere, or the account was deleted. Whatever asks for its data would fail,
  // so all of that is below this component and ends with it.
  if (owner === null) return <EndedSession />;
  return children(owner);
}
