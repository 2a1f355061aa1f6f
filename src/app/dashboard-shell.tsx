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
import { NAVIGATION, PARTS } from "./dashboard-texts";
import { LOADING } from "./texts";

const LINKS = [
  { to: ROUTES.dashboard, label: NAVIGATION.assistants },
  { to: ROUTES.inbox, label: NAVIGATION.inbox },
  { to: ROUTES.subscription, label: NAVIGATION.subscription },
  { to: ROUTES.calls, label: NAVIGATION.analytics },
];

/** From this number on, the badge shows "99+". */
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
          {/* On phones the navigation has a row of its own. */}
          <nav
            aria-label={NAVIGATION.label}
            className="order-last -mx-2 flex w-[calc(100%+1rem)] flex-wrap sm:order-none sm:mx-0 sm:w-auto"
          >
            {LINKS.map(({ to, label }) => (
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
          <Contained what={PARTS.address}>
            <Suspense>
              <AddressBanner email={owner.email} addressProblem={owner.addressProblem} />
            </Suspense>
          </Contained>
        )}
        <Contained what={PARTS.payments}>
          <Suspense>
            <PaymentsToConfirm />
          </Suspense>
        </Contained>
        <Contained what={PARTS.spending}>
          <Suspense>
            <SpendingBanner />
          </Suspense>
        </Contained>
        <RouteBoundary key={pageOf(pathname)} isPart>
          <Suspense fallback={<Spinner label={LOADING.dashboardPage} />}>
            <Outlet />
          </Suspense>
        </RouteBoundary>
      </main>
    </>
  );
}

/** The sections of an assistant's page are one page: a call there goes on while its owner moves between them. */
function pageOf(pathname: string): string {
  return pathname.startsWith(`${ROUTES.assistants}/`)
    ? pathname.split("/", ROUTES.assistants.split("/").length + 1).join("/")
    : pathname;
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

function navLinkClass({ isActive }: { isActive: boolean }): string {
  const underline = isActive ? "border-accent text-ink" : "border-transparent text-muted";
  return `flex min-h-10 items-center border-b-2 px-2 font-medium transition-colors hover:text-ink max-[22rem]:px-1 max-[22rem]:text-small sm:min-h-14 ${underline}`;
}
