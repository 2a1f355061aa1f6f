import { Suspense } from "react";
import { Spinner } from "../components/spinner";
import type { Area } from "./owner-app";
import { LoginPage, OwnerApp } from "./pages";
import { useSessionLink } from "./session-link";
import { LOADING } from "./texts";

type OwnerAreaProps = { area: Area };

/** The login page renders before the backend's client has loaded. The other pages wait for it. */
export function OwnerArea({ area }: OwnerAreaProps) {
  const { session, updateSession, arrival } = useSessionLink();
  const isLogin = area === "login";
  return (
    <>
      <Suspense fallback={isLogin ? null : <Spinner label={LOADING.page} />}>
        <OwnerApp area={area} onSession={updateSession} />
      </Suspense>
      {isLogin && <LoginPage session={session} arrival={arrival} />}
    </>
  );
}
