import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { Link, Navigate, useLocation } from "react-router-dom";
import { returnPathFrom, ROUTES } from "../../lib/routes";
import { Logo } from "../../components/logo";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { browserId } from "./browser-id";
import { LoginCard } from "./login-card";

export function LoginPage() {
  usePageTitle("Sign in");
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { signIn } = useAuthActions();
  const { search } = useLocation();

  async function submit(form: FormData) {
    form.set("browser", browserId());
    return await signIn("password", form);
  }

  if (isLoading) return <Spinner label="Checking whether you are signed in" />;
  if (isAuthenticated) return <Navigate to={returnPathFrom(search)} replace />;
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-12">
      <Link to={ROUTES.landing} className="flex rounded-control">
        <Logo />
      </Link>
      <LoginCard onSubmit={submit} />
    </main>
  );
}
