import { useLayoutEffect, useRef, type RefObject } from "react";
import { focusMain } from "../../components/skip-link";

/**
 * Where there is no room for both, the open entry replaces the list. Then it starts at the top of the window, and the
 * list comes back as it was left: where it was scrolled to, with the focus where it was.
 */
export function useListPlace(list: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const place = useRef(0);
  const isReplaced = useRef(false);
  const focused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    if (isOpen) {
      isReplaced.current = list.current?.getClientRects().length === 0;
      if (!isReplaced.current) return undefined;
      focused.current = document.activeElement;
      window.scrollTo({ top: 0, behavior: "instant" });
      focusMain();
      return undefined;
    }
    if (isReplaced.current) {
      isReplaced.current = false;
      window.scrollTo({ top: place.current, behavior: "instant" });
      if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
    }
    const remember = () => {
      place.current = window.scrollY;
    };
    remember();
    window.addEventListener("scroll", remember, { passive: true });
    return () => window.removeEventListener("scroll", remember);
  }, [isOpen, list]);
}
