import { useAuthActions } from "@convex-dev/auth/react";
import { useEffect } from "react";
import { Spinner } from "../components/spinner";
import { LOADING } from "./texts";

export function EndedSession() {
  const { signOut } = useAuthActions();

  useEffect(() => {
    void signOut();
  }, [signOut]);

  return <Spinner label={LOADING.signingOut} />;
}
