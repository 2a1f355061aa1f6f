import { useEffect, useState } from "react";
import { loadAgain } from "../../lib/load-again";

/** A part of the page that is loaded when it is wanted. Null until then. `load` must always be the same function. */
export function useLoaded<Module>(isWanted: boolean, load: () => Promise<Module>): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isUnmounted = false;
    loadAgain(load).then(
      (script) => {
        if (!isUnmounted) setLoaded(script);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted, load]);
  return isWanted ? loaded : null;
}
