import { useAuthActions } from "@convex-dev/auth/react";
import { useQuery } from "convex/react";
import { LogOut } from "lucide-react";
import { Link, NavLink, Outlet } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { Button } from "../components/button";
import { Logo } from "../components/logo";
import { MAIN_ID, SkipLink } from "../components/skip-link";
import { ROUTES } from "./routes";

const NAVIGATION = [{ to: ROUTES.dashboard, label: "Assistants" }];

export function DashboardShell() {
  const { signOut } = useAuthActions();
  const user = useQuery(api.auth.loggedInUser);

  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-page items-center gap-4 px-4 sm:gap-6">
          <Link to={ROUTES.dashboard} className="flex shrink-0 rounded-control">
            <Logo />
          </Link>
          <nav aria-label="Dashboard" className="flex h-full">
            {NAVIGATION.map(({ to, label }) => (
              <NavLink key={to} to={to} end className={navLinkClass}>
                {label}
              </NavLink>
            ))}
          </nav>
          <p className="ml-auto hidden truncate text-muted sm:block">{user?.email}</p>
          <Button variant="quiet" className="-mr-4 ml-auto sm:ml-0" onClick={() => void signOut()}>
            <LogOut size={16} strokeWidth={1.75} aria-hidden />
            Sign out
          </Button>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="mx-auto max-w-page px-4 py-8 outline-none">
        <Outlet />
      </main>
    </>
  );
}

function navLinkClass({ isActive }: { isActive: boolean }): string {
  const underline = isActive ? "border-accent text-ink" : "border-transparent text-muted";
  return `flex items-center border-b-2 px-2 font-medium transition-colors hover:text-ink ${underline}`;
}
