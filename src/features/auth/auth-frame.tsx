import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Logo } from "../../components/logo";
import { ROUTES } from "../../lib/routes";

/** The page around a single card, for visitors who are not signed in. The card may grow without moving up. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-6 px-4 py-12 sm:pt-[18dvh]">
      <Link to={ROUTES.landing} className="flex rounded-control">
        <Logo />
      </Link>
      {children}
    </main>
  );
}
