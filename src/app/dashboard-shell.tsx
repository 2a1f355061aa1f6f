import clsx from "clsx";
import { Suspense } from "react";
import { Link, Outlet, useLocation } from "react-router-dom";
import { Contained } from "../components/contained";
import { Logo } from "../components/logo";
import { MAIN_ID, SkipLink } from "../components/skip-link";
import { Spinner } from "../components/spinner";
import { AccountMenu } from "./account-menu";
import { DashboardNavigation } from "./dashboard-navigation";
import type { Owner } from "./owner-gate";
import { AddressBanner, OwnerQuestions, PaymentsToConfirm, SpendingBanner } from "./owner-pages";
import { RouteBoundary } from "./route-boundary";
import { useNoteSeen } from "./use-note-seen";
import { isAt, ROUTES } from "../lib/routes";
import { SubscriptionBanner } from "./subscription-banner";
import { PARTS } from "./dashboard-texts";
import { LOADING } from "./texts";

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
          <DashboardNavigation />
          <div
            className={clsx(
              "-mr-2.5 ml-auto flex h-14 min-w-0 items-center border-b-2",
              isAt(ROUTES.account, pathname) ? "border-accent" : "border-transparent",
            )}
          >
            <AccountMenu email={owner.email} />
          </div>
        </div>
      </header>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="mx-auto max-w-page px-4 py-5 outline-none sm:py-8"
      >
        <SubscriptionBanner />
        {owner.addressProblem !== null && (
          <Contained what={PARTS.address}>
            <Suspense>
              <AddressBanner email={owner.email} addressProblem={owner.addressProblem} />
            </Suspense>
          </Contained>
        )}
        <Contained what={PARTS.questions}>
          <Suspense>
            <OwnerQuestions />
          </Suspense>
        </Contained>
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
