/** A link among text or in a card. It is high enough to press. */
export const TEXT_LINK_CLASS =
  "inline-flex min-h-6 w-fit items-center rounded-control font-medium text-accent-ink underline-offset-4 hover:underline";
