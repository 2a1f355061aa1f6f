import { useEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router-dom";

/** A new page starts at its top or at its #section; going back is left to the browser. */
export function useScrollOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const isBackOrReload = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    if (hash !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
    else if (!isBackOrReload) window.scrollTo(0, 0);
  }, [pathname, hash, isBackOrReload]);
}
