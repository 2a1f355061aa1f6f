import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { Spinner } from "../components/spinner";
import { EndedSession } from "./ended-session";

type OwnerGateProps = { waiting: string; children: (email: string | undefined) => ReactNode };

/** Lets an owner in, and nobody stay who is none any more. */
export function OwnerGate({ waiting, children }: OwnerGateProps) {
  const owner = useQuery(api.auth.loggedInUser);

  if (owner === undefined) return <Spinner label={waiting} />;
  // The session ended elsewhere, or the account was deleted. Whatever asks for its data would fail,
  // so all of that is below this component and ends with it.
  if (owner === null) return <EndedSession />;
  return children(owner.email);
}
