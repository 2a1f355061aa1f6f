import { useEffect, useState, type ComponentType } from "react";
import { loadAgain } from "../../lib/load-again";
import type { RatingProps } from "./rating";

export interface ShownRating {
  Rating: ComponentType<RatingProps>;
}

/** The question whether the conversation helped, loaded when it is wanted. Null until then. */
export function useRating(isWanted: boolean): ShownRating | null {
  const [loaded, setLoaded] = useState<ShownRating | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isUnmounted = false;
    loadAgain(() => import("./rating")).then(
      (script) => {
        if (!isUnmounted) setLoaded(script);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [isWanted]);
  return isWanted ? loaded : null;
}
