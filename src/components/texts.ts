/** Texts of the components that several screens share. */

export const NEW_TAB = "(opens in a new tab)";

export const BROKEN_PART = {
  title: (part: string) => `Could not show ${part}.`,
  text: "The rest of the page still works.",
  retry: "Try again",
  retryLabel: (part: string) => `Try again to show ${part}`,
};

export const BANNER = {
  dismiss: "Dismiss",
  details: "Details",
};

export const PLAN_MINUTES = {
  included: (minutes: number) => `${minutes} minutes of calls included each month`,
  shared: (calls: number) =>
    `All conversations share them: that is about ${calls} calls of two minutes.`,
  overage: (price: string) => `Each extra minute costs ${price}.`,
};

export const RECORDING = {
  pending: "The recording is being prepared.",
  none: "No recording.",
  label: "Recording of the call",
  captions: "Transcript",
  open: "Open recording",
};

export const TRANSCRIPT = {
  title: "Transcript",
  visitor: "Visitor",
  empty: "Nothing was said.",
  nothingTyped: "Nothing was typed.",
  showAll: "Show all",
  showLess: "Show less",
  /** After a message in a call. */
  typed: "(typed)",
  playFrom: (time: string) => `Play from ${time}`,
};

export const TOASTS = { undo: "Undo" };

export const SKIP_LINK = "Skip to content";
