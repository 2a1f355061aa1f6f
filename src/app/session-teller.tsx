import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery } from "convex/react";
import { Suspense, useEffect } from "react";
import { api } from "../../convex/_generated/api";
import type { OauthProvider } from "../../convex/shared/oauthProviders";
import { browserId } from "../features/auth/browser-id";
import { failureText, type Flow } from "../features/auth/sign-in-flow";
import type { Session } from "../features/auth/session";
import { OAuthButtons } from "./owner-pages";

/** Passes the session on to the login page, which renders outside of the backend's provider. */
export function SessionTeller({ onSession }: { onSession: (session: Session) => void }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { signIn } = useAuthActions();
  const ways = useQuery(api.auth.listOauthProviders);

  useEffect(() => {
    const enter = async (form: FormData, flow: Flow) => {
      form.set("browser", browserId());
      form.set("timeZone", Intl.DateTimeFormat().resolvedOptions().timeZone);
      try {
        await signIn("password", form);
        return null;
      } catch (error) {
        return failureText(error, flow);
      }
    };
    const leave = async (way: OauthProvider, redirectTo: string) => {
      await signIn(way, { redirectTo });
    };
    const oauthButtons = ways !== undefined && ways.length > 0 && (
      <Suspense>
        <OAuthButtons ways={ways} leave={leave} />
      </Suspense>
    );
    onSession({ isLoading, isAuthenticated, enter, oauthButtons });
  }, [isLoading, isAuthenticated, signIn, ways, onSession]);

  return null;
}
