/** A link among text or in a card. It is high enough to press. */
export const TEXT_LINK_CLASS =
  "inline-flex min-h-6 w-fit items-center rounded-control font-medium text-accent-ink underline-offset-4 hover:underline";

/** For an action beside a more important one. */
export const QUIET_LINK_CLASS =
  "inline-flex min-h-6 w-fit items-center rounded-control text-muted underline-offset-4 pointer-coarse:min-h-11 hover:text-ink hover:underline";
