import { useQuery } from "convex/react";
import { Suspense } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { Contained } from "../components/contained";
import { Logo } from "../components/logo";
import { MAIN_ID, SkipLink } from "../components/skip-link";
import { Spinner } from "../components/spinner";
import { AccountMenu } from "./account-menu";
import type { Owner } from "./owner-gate";
import { AddressBanner, PaymentsToConfirm, SpendingBanner } from "./owner-pages";
import { RouteBoundary } from "./route-boundary";
import { useNoteSeen } from "./use-note-seen";
import { ROUTES } from "../lib/routes";
import { SubscriptionBanner } from "./subscription-banner";

const NAVIGATION = [
  { to: ROUTES.dashboard, label: "Assistants" },
  { to: ROUTES.inbox, label: "Inbox" },
  { to: ROUTES.subscription, label: "Subscription" },
  { to: ROUTES.calls, label: "Analytics" },
];

/** From here on they are not counted. */
const MANY = 100;

export function DashboardShell({ owner }: { owner: Owner }) {
  const { pathname } = useLocation();
  useNoteSeen();
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-4">
          <Link to={ROUTES.dashboard} className="flex h-14 items-center rounded-control">
            <Logo />
          </Link>
          {/* On phones it has a line to itself. */}
          <nav
            aria-label="Dashboard"
            className="order-last -mx-2 flex w-[calc(100%+1rem)] flex-wrap sm:order-none sm:mx-0 sm:w-auto"
          >
            {NAVIGATION.map(({ to, label }) => (
              <NavLink key={to} to={to} end className={navLinkClass}>
                {label}
                {to === ROUTES.inbox && <Unread />}
              </NavLink>
            ))}
          </nav>
          <div className="ml-auto flex min-w-0">
            <AccountMenu email={owner.email} />
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className="mx-auto max-w-page px-4 py-8 outline-none">
        <SubscriptionBanner />
        {owner.addressProblem !== null && (
          <Contained what="what to do about your address">
            <Suspense>
              <AddressBanner email={owner.email} addressProblem={owner.addressProblem} />
            </Suspense>
          </Contained>
        )}
        <Contained what="payments to confirm">
          <Suspense>
            <PaymentsToConfirm />
          </Suspense>
        </Contained>
        <Contained what="your spending limit">
          <Suspense>
            <SpendingBanner />
          </Suspense>
        </Contained>
        <RouteBoundary key={pathname} isPart>
          <Suspense fallback={<Spinner label="Loading the page" />}>
            <Outlet />
          </Suspense>
        </RouteBoundary>
      </main>
    </>
  );
}

function Unread() {
  const unread = useQuery(api.outcomes.unreadOutcomes);
  if (unread === undefined || unread === 0) return null;
  return (
    <span className="ml-1.5 rounded-full bg-accent px-1.5 text-small font-semibold text-white tabular-nums">
      {unread < MANY ? unread : `${MANY - 1}+`}
      <span className="sr-only"> unread</span>
    </span>
  );
}

function navLinkClass({ isActive }: { isActive: boolean }): string {
  const underline = isActive ? "border-accent text-ink" : "border-transparent text-muted";
  return `flex min-h-10 items-center border-b-2 px-2 font-medium transition-colors hover:text-ink max-[22rem]:px-1 max-[22rem]:text-small sm:min-h-14 ${underline}`;
}
