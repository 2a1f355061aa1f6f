import type { ReactNode } from "react";
import { NavLink, useLocation } from "react-router-dom";
import { ROUTES } from "../../lib/routes";
import { PAGE, TABS } from "./texts";

const LINKS = [
  { to: ROUTES.calls, label: TABS.calls },
  { to: ROUTES.trends, label: TABS.trends },
  { to: ROUTES.typed, label: TABS.typed },
];

/** The heading of these pages, with the links between them. */
export function AnalyticsHeading({ children }: { children?: ReactNode }) {
  const { search } = useLocation();
  return (
    <div className="grid gap-2">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3 pointer-coarse:min-h-11">
        <h1 className="text-title font-semibold">{PAGE.title}</h1>
        {children}
      </div>
      <nav aria-label={TABS.label} className="flex flex-wrap border-b border-line">
        {LINKS.map(({ to, label }) => (
          // The filter goes along. Each page uses what it can and keeps the rest for the way back.
          <NavLink key={to} to={{ pathname: to, search }} end className={tabClass}>
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}

function tabClass({ isActive }: { isActive: boolean }): string {
  const look = isActive ? "border-accent text-ink" : "border-transparent text-muted";
  return `-mb-px inline-flex min-h-10 items-center border-b-2 px-3 font-medium transition-colors hover:text-ink pointer-coarse:min-h-11 ${look}`;
}
