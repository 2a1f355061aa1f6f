import { useAuthActions } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { Spinner } from "../components/spinner";

export function EndedSession() {
  const { signOut } = useAuthActions();

  useEffect(() => {
    void signOut();
  }, [signOut]);

  return <Spinner label="Signing you out" />;
}
