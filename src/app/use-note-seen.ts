import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { browserId } from "../features/auth/browser-id";

/** As often as it is kept. */
const EVERY_MS = 15 * 60_000;

/** Tells that the dashboard is in use here, so that its owner knows this session by it. */
export function useNoteSeen(): void {
  const noteSeen = useMutation(api.account.noteSeen);

  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    function note() {
      // It is told again in a while; until then nobody misses it.
      if (document.visibilityState !== "visible") return;
      noteSeen({ timeZone, browser: browserId() }).catch(ignore);
    }
    note();
    const timer = setInterval(note, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [noteSeen]);
}

function ignore(error: unknown): void {
  console.warn("Could not tell that this session is in use", error);
}
