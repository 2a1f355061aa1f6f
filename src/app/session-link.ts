import { useCallback, useRef, useState } from "react";
import type { Session } from "../features/auth/session";

/** Hands the session to the login page, which renders before the backend's client has loaded. */
export function useSessionLink() {
  const [session, setSession] = useState<Session | null>(null);
  const latest = useRef<Session | null>(null);
  const waiting = useRef<((session: Session) => void)[]>([]);

  const updateSession = useCallback((next: Session | null) => {
    latest.current = next;
    setSession(next);
    if (next === null) return;
    for (const resolve of waiting.current.splice(0)) resolve(next);
  }, []);

  /** Resolves with the session once it is known. */
  const arrival = useCallback(
    () =>
      new Promise<Session>((resolve) => {
        if (latest.current === null) waiting.current.push(resolve);
        else resolve(latest.current);
      }),
    [],
  );

  return { session, updateSession, arrival };
}
