import { useAuthActions } from "@convex-dev/auth/react";
import { useCallback } from "react";

/** The lock that @convex-dev/auth holds while it renews the session (`fetchAccessToken` in its react/client.js). */
const RENEWAL_LOCK = "__convexAuthRefreshToken";
const LONGEST_WAIT_MS = 5_000;

/** Waits for a renewal that is under way, because its tokens would arrive after the sign-out and sign the owner in again. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useAuthActions();
  return useCallback(async () => {
    await renewalEnd();
    await signOut();
  }, [signOut]);
}

async function renewalEnd(): Promise<void> {
  // Only pages of https and of this machine have locks.
  if (!("locks" in navigator)) return;
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  try {
    await navigator.locks.request(RENEWAL_LOCK, { signal }, () => undefined);
  } catch {
    // The renewal takes too long, so the owner is signed out without waiting for it.
  }
}
