import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../convex/_generated/api";
import { MINUTE_MS } from "../../convex/shared/durations";
import { browserId } from "../features/auth/browser-id";

/** The backend stores it no more often. */
const EVERY_MS = 15 * MINUTE_MS;

/** Reports that this session is in use, which the Account page shows as "last active". */
export function useNoteSeen(): void {
  const noteSeen = useMutation(api.account.noteSeen);

  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    function note() {
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
  console.warn("Could not report that this session is in use", error);
}
