import { SKIP_LINK } from "./texts";

/** The page's <main> carries this id. */
export const MAIN_ID = "main";

/** Call this when the focused element disappears. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
}

export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="sr-only rounded-control bg-raised px-4 py-2 font-medium text-accent-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {SKIP_LINK}
    </a>
  );
}
