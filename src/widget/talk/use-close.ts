import { useEffect } from "react";
import { buttonAround } from "./button-around";

/** Closes the panel, also with Escape. Null on a page of its own. */
export function useClose(): (() => void) | null {
  const close = buttonAround()?.close ?? null;
  useEffect(() => {
    if (close === null) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [close]);
  return close;
}
