import type { ReactNode } from "react";
import type { Flow } from "./sign-in-flow";
import { authStorageKey } from "../../lib/auth-storage";
import { readConvexUrl } from "../../lib/env";

export interface Session {
  isLoading: boolean;
  isAuthenticated: boolean;
  /** Returns the error to show, or null on success. */
  signInWithPassword: (form: FormData, flow: Flow) => Promise<string | null>;
  /** Buttons to sign in with Google or GitHub. */
  oauthButtons?: ReactNode;
}

/** Whether this browser has a stored token or an OAuth sign-in in progress. Without either, nobody is signed in. */
export function mayBeSignedIn(): boolean {
  const url = readConvexUrl(import.meta.env);
  try {
    return (["JWT", "OAuthVerifier"] as const).some(
      (name) => localStorage.getItem(authStorageKey(name, url)) !== null,
    );
  } catch {
    // Storage is blocked, so there is no session either.
    return false;
  }
}
