/** What the page of a talk button gives to the talk page in its panel. */
import type { Voice } from "../engine/lazy-engine";
import type { HostLink } from "../frame/host-link";
import type { ThreadStore } from "./thread-store";

export interface ButtonAround {
  host: HostLink;
  thread: ThreadStore;
  voice: Voice;
  /** The page around answers the button's page. */
  signedToken: () => Promise<string | null>;
  /** Shows the panel, without the focus. */
  open: () => void;
  close: () => void;
}

declare global {
  interface Window {
    harkButton?: ButtonAround;
  }
}

/** Null unless this page is in a panel. */
export function buttonAround(): ButtonAround | null {
  if (window.parent === window) return null;
  try {
    return window.parent.harkButton ?? null;
  } catch {
    // The page around is of another website.
    return null;
  }
}
