import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { failureText } from "../features/auth/sign-in-flow";
import type { Session } from "../features/auth/session";

/** Tells the page for signing in, which stands outside of all that knows the backend. */
export function SessionTeller({ onSession }: { onSession: (session: Session) => void }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { signIn } = useAuthActions();

  useEffect(() => {
    const enter = (provider: string, form: FormData) => {
      form.set("timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
      return signIn(provider, form);
    };
    onSession({ isLoading, isAuthenticated, signIn: enter, failureText });
  }, [isLoading, isAuthenticated, signIn, onSession]);

  return null;
}
