import { useState } from "react";
import { Navigate, useLocation, type Location } from "react-router-dom";
import { AS_NEWCOMER, returnPathFrom } from "../../lib/routes";
import { rememberedWebsite } from "../../lib/website-to-begin-with";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthFrame } from "./auth-frame";
import { LoginCard } from "./login-card";
import type { Flow } from "./sign-in-flow";
import { mayBeSignedIn, type Session } from "./session";
import { LOGIN } from "./texts";

type LoginPageProps = {
  /** Null until the backend's client has loaded. */
  session: Session | null;
  arrival: () => Promise<Session>;
};

export function LoginPage({ session, arrival }: LoginPageProps) {
  usePageTitle(LOGIN.pageTitle);
  const [isChecked, setIsChecked] = useState(mayBeSignedIn);
  const { search, state } = useLocation() as Location<unknown>;
  const isNewcomer = state === AS_NEWCOMER || rememberedWebsite() !== null;

  async function submit(form: FormData, flow: Flow): Promise<string | null> {
    const failure = await (await arrival()).signInWithPassword(form, flow);
    if (failure === null) setIsChecked(true);
    return failure;
  }

  if (session?.isAuthenticated === true) return <Navigate to={returnPathFrom(search)} replace />;
  if (isChecked && session?.isLoading !== false) {
    return <Spinner label={LOGIN.checking} />;
  }
  return (
    <AuthFrame>
      <LoginCard startsWith={isNewcomer ? "signUp" : "signIn"} onSubmit={submit}>
        {session?.oauthButtons}
      </LoginCard>
    </AuthFrame>
  );
}
