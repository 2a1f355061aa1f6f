import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery } from "convex/react";
import { Suspense, useEffect } from "react";
import { api } from "../../convex/_generated/api";
import type { OauthProvider } from "../../convex/shared/oauthProviders";
import { browserId } from "../features/auth/browser-id";
import { failureText, type Flow } from "../features/auth/sign-in-flow";
import type { Session } from "../features/auth/session";
import { OAuthButtons } from "./owner-pages";

type SessionTellerProps = { onSession: (session: Session | null) => void };

/** Passes the session on to the login page, which renders outside of the backend's provider. */
export function SessionTeller({ onSession }: SessionTellerProps) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { signIn } = useAuthActions();
  const providers = useQuery(api.auth.listOauthProviders);

  useEffect(() => {
    const signInWithPassword = async (form: FormData, flow: Flow) => {
      form.set("browser", browserId());
      form.set("timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
      try {
        await signIn("password", form);
        return null;
      } catch (error) {
        return failureText(error, flow);
      }
    };
    const signInWithProvider = async (provider: OauthProvider, redirectTo: string) => {
      await signIn(provider, { redirectTo });
    };
    const oauthButtons = providers !== undefined && providers.length > 0 && (
      <Suspense>
        <OAuthButtons providers={providers} signInWithProvider={signInWithProvider} />
      </Suspense>
    );
    onSession({ isLoading, isAuthenticated, signInWithPassword, oauthButtons });
  }, [isLoading, isAuthenticated, signIn, providers, onSession]);

  // Otherwise the login page after a sign-out would use this session, and lead back to the dashboard.
  useEffect(() => () => onSession(null), [onSession]);

  return null;
}
