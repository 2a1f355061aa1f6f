import { useCallback, useRef, useState } from "react";
import type { Session } from "../features/auth/session";

/** What the page for signing in hears of the session once the backend's client has been loaded. */
export function useSessionLink() {
  const [session, setSession] = useState<Session | null>(null);
  const latest = useRef<Session | null>(null);
  const waiting = useRef<((session: Session) => void)[]>([]);

  const tell = useCallback((told: Session) => {
    latest.current = told;
    setSession(told);
    for (const go of waiting.current.splice(0)) go(told);
  }, []);

  /** The session, as soon as there is one to ask. */
  const arrival = useCallback(
    () =>
      new Promise<Session>((resolve) => {
        if (latest.current === null) waiting.current.push(resolve);
        else resolve(latest.current);
      }),
    [],
  );

  return { session, tell, arrival };
}
