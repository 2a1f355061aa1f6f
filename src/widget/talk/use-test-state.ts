import { useEffect } from "react";
import type { HostLink } from "../frame/host-link";

/** Tells the dashboard whether a typed test goes on. Null for visitors. */
export function useTestState(host: HostLink | null, isGoingOn: boolean): void {
  useEffect(() => {
    if (host === null) return undefined;
    const tell = () => host.send({ hark: "state", state: isGoingOn ? "active" : "idle" });
    tell();
    // The page around may connect later.
    return host.listen({ onConnect: tell, onStart: () => undefined, onStop: () => undefined });
  }, [host, isGoingOn]);
}
