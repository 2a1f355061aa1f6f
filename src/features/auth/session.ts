import type { Flow } from "./sign-in-flow";
import { authStorageKey } from "../../lib/auth-storage";
import { readConvexUrl } from "../../lib/env";

export interface Session {
  isLoading: boolean;
  isAuthenticated: boolean;
  signIn: (provider: string, form: FormData) => Promise<unknown>;
  /** The words for what `signIn` failed with. */
  failureText: (error: unknown, flow: Flow) => string;
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
