import { useEffect, useEffectEvent } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** A new page starts at its top or at its #section; going back is left to the browser. */
export function useScrollOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();

  // The type also changes with the first filter after loading a page, which has to stay where it is.
  const scroll = useEffectEvent(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (navigationType !== NavigationType.Pop) {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
  });

  useEffect(() => scroll(), [pathname, hash]);
}
