import { useQuery } from "convex/react";
import { useLayoutEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { isAt, ROUTES } from "../lib/routes";
import { NAVIGATION } from "./dashboard-texts";

const LINKS = [
  { to: ROUTES.dashboard, label: NAVIGATION.assistants },
  { to: ROUTES.inbox, label: NAVIGATION.inbox },
  { to: ROUTES.subscription, label: NAVIGATION.subscription },
  { to: ROUTES.calls, label: NAVIGATION.analytics },
  { to: ROUTES.connections, label: NAVIGATION.connections },
];

/** From this number on, the badge shows "99+". */
const MANY = 100;

/** On phones it has a row of its own, which scrolls sideways. */
export function DashboardNavigation() {
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const row = nav.current;
    if (row === null) return;
    const showCurrent = () => {
      const current = row.querySelector<HTMLElement>("[aria-current]");
      if (current === null) return;
      row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
    };
    showCurrent();
    // Also when the screen is turned.
    const observer = new ResizeObserver(showCurrent);
    observer.observe(row);
    return () => observer.disconnect();
  }, [pathname]);

  return (
    <nav
      ref={nav}
      aria-label={NAVIGATION.label}
      className="relative order-last -mx-4 flex w-[calc(100%+2rem)] scroll-px-4 [scrollbar-width:none] overflow-x-auto px-2.5 edge-shadows md:order-none md:mx-0 md:w-auto md:px-0"
    >
      {LINKS.map(({ to, label }) => {
        const isCurrent = isAt(to, pathname);
        const look = isCurrent ? "border-accent text-ink" : "border-transparent text-muted";
        return (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent ? "page" : undefined}
            className={`flex min-h-10 shrink-0 items-center border-b-2 px-1.5 font-medium -outline-offset-2 transition-colors hover:text-ink md:min-h-14 md:px-2 pointer-coarse:min-h-11 ${look}`}
          >
            {label}
            {to === ROUTES.inbox && <Unread />}
          </Link>
        );
      })}
    </nav>
  );
}

function Unread() {
  const unread = useQuery(api.outcomes.unreadOutcomes);
  if (unread === undefined || unread === 0) return null;
  return (
    <span className="ml-1.5 rounded-full bg-accent px-1.5 text-small font-semibold text-white tabular-nums">
      {unread < MANY ? unread : `${MANY - 1}+`}
      <span className="sr-only">{NAVIGATION.unread}</span>
    </span>
  );
}
