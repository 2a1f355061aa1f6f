import { Suspense } from "react";
import { Link, NavLink, Outlet, useLocation } from "react-router-dom";
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
  { to: ROUTES.subscription, label: "Subscription" },
  { to: ROUTES.calls, label: "Analytics" },
];

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
            className="order-last -mx-2 flex h-10 w-[calc(100%+1rem)] sm:order-none sm:mx-0 sm:h-14 sm:w-auto"
          >
            {NAVIGATION.map(({ to, label }) => (
              <NavLink key={to} to={to} end className={navLinkClass}>
                {label}
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
        {owner.addressTrouble !== null && (
          <Contained what="what to do about your address">
            <Suspense>
              <AddressBanner email={owner.email} addressTrouble={owner.addressTrouble} />
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

function navLinkClass({ isActive }: { isActive: boolean }): string {
  const underline = isActive ? "border-accent text-ink" : "border-transparent text-muted";
  return `flex items-center border-b-2 px-2 font-medium transition-colors hover:text-ink ${underline}`;
}
