import { Suspense } from "react";
import { Spinner } from "../components/spinner";
import type { Area } from "./owner-app";
import { LoginPage, OwnerApp } from "./pages";
import { useSessionLink } from "./session-link";
import { LOADING } from "./texts";

type OwnerAreaProps = { area: Area };

/** The page for signing in is painted before the backend's client is there, which the others wait for. */
export function OwnerArea({ area }: OwnerAreaProps) {
  const { session, tell, arrival } = useSessionLink();
  const isLogin = area === "login";
  return (
    <>
      <Suspense fallback={isLogin ? null : <Spinner label={LOADING.page} />}>
        <OwnerApp area={area} onSession={tell} />
      </Suspense>
      {isLogin && <LoginPage session={session} arrival={arrival} />}
    </>
  );
}
