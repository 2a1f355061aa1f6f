import type { ReactNode } from "react";
import type { Flow } from "./sign-in-flow";
import { authStorageKey } from "../../lib/auth-storage";
import { readConvexUrl } from "../../lib/env";

export interface Session {
  isLoading: boolean;
  isAuthenticated: boolean;
  /** Answers with what to tell the visitor, or null if all went well. */
  enter: (form: FormData, flow: Flow) => Promise<string | null>;
  /** The buttons of who else vouches for owners. */
  otherWays?: ReactNode;
}

/** Whether this browser keeps what may turn out to be a session: nobody else can be signed in. */
export function mayBeSignedIn(): boolean {
  const url = readConvexUrl(import.meta.env);
  try {
    return (["JWT", "OAuthVerifier"] as const).some(
      (kept) => localStorage.getItem(authStorageKey(kept, url)) !== null,
    );
  } catch {
    // A browser that keeps nothing keeps no session.
    return false;
  }
}
