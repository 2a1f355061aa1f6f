import { useState } from "react";
import { Navigate, useLocation, type Location } from "react-router-dom";
import { AS_NEWCOMER, returnPathFrom } from "../../lib/routes";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { AuthFrame } from "./auth-frame";
import { LoginCard } from "./login-card";
import type { Flow } from "./sign-in-flow";
import { mayBeSignedIn, type Session } from "./session";

type LoginPageProps = {
  /** Null until what knows it has been loaded. */
  session: Session | null;
  arrival: () => Promise<Session>;
};

export function LoginPage({ session, arrival }: LoginPageProps) {
  usePageTitle("Sign in");
  const [isChecked, setIsChecked] = useState(mayBeSignedIn);
  const { search, state } = useLocation() as Location<unknown>;

  async function submit(form: FormData, flow: Flow): Promise<string | null> {
    const failure = await (await arrival()).enter(form, flow);
    if (failure === null) setIsChecked(true);
    return failure;
  }

  if (session?.isAuthenticated === true) return <Navigate to={returnPathFrom(search)} replace />;
  if (isChecked && session?.isLoading !== false) {
    return <Spinner label="Checking whether you are signed in" />;
  }
  return (
    <AuthFrame>
      <LoginCard begins={state === AS_NEWCOMER ? "signUp" : "signIn"} onSubmit={submit}>
        {session?.otherWays}
      </LoginCard>
    </AuthFrame>
  );
}
