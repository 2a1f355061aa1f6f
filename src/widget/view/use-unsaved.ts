import { useEffect, useState } from "react";
import type { Unsaved } from "../../lib/widget-protocol";
import type { HostLink } from "../frame/host-link";
import { unsavedOf } from "../frame/unsaved";

/** What the dashboard's form holds, while an owner tests the assistant. */
export function useUnsaved(host: HostLink, isTesting: boolean): Unsaved | null {
  const [unsaved, setUnsaved] = useState<Unsaved | null>(null);
  useEffect(() => {
    if (!isTesting) return undefined;
    // Runs after the listener of the host link, which checks the sender.
    const read = () => setUnsaved(unsavedOf(host.heard));
    read();
    window.addEventListener("message", read);
    return () => window.removeEventListener("message", read);
  }, [host, isTesting]);
  return unsaved;
}
