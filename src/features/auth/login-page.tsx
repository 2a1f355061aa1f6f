import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router-dom";
import { returnPathFrom, ROUTES } from "../../lib/routes";
import { Logo } from "../../components/logo";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { browserId } from "./browser-id";
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
  const { search } = useLocation();

  async function submit(form: FormData, flow: Flow): Promise<string | null> {
    form.set("browser", browserId());
    const { signIn, failureText } = await arrival();
    try {
      await signIn("password", form);
      setIsChecked(true);
      return null;
    } catch (error) {
      return failureText(error, flow);
    }
  }

  if (session?.isAuthenticated === true) return <Navigate to={returnPathFrom(search)} replace />;
  if (isChecked && session?.isLoading !== false) {
    return <Spinner label="Checking whether you are signed in" />;
  }
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-12">
      <Link to={ROUTES.landing} className="flex rounded-control">
        <Logo />
      </Link>
      <LoginCard onSubmit={submit} />
    </main>
  );
}
