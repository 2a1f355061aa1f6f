/** Texts of the components that several screens share. */

export const NEW_TAB = "(opens in a new tab)";

export const BROKEN_PART = {
  title: (part: string) => `Could not show ${part}.`,
  text: "The rest of the page still works.",
  retry: "Try again",
  retryLabel: (part: string) => `Try again to show ${part}`,
};

export const BANNER = { dismiss: "Dismiss" };

export const ADDRESS_BANNER = {
  unconfirmed: "Confirm Your Email Address",
  linkSent: (email: string) => `Open the link in the email we sent to ${email}.`,
  linkNotSent: (email: string) =>
    `We have not sent a confirmation link to ${email} yet. Request one and open it.`,
  untilThen: (minutes: number) =>
    `Until then, you can test for ${minutes} minutes, and you cannot start a free trial.`,
  sendAgain: "Send again",
  sendLink: "Send link",
  sending: "Sending...",
  unreachable: "Our Emails Do Not Reach You",
  bounced: (email: string) =>
    `An email to ${email} bounced, so we stopped sending. If the address is correct and the mailbox works, let us try again.`,
  refused: (email: string) =>
    `The email service rejected the address ${email}. If it is correct, let us try again.`,
  stopped: "We Stopped Emailing You",
  markedAsSpam: (email: string) =>
    `An email to ${email} was marked as spam, so we stopped sending. If that was a mistake, you can turn our emails on again.`,
  markedAsSpamForGood: (email: string, support: string) =>
    `An email to ${email} was marked as spam, so we stopped sending. If this is your address, write to ${support}.`,
  tryAgain: "Try again",
  resume: "Send emails again",
  openOutbox: "Open the outbox",
};

export const PLAN_MINUTES = (minutes: number, calls: number) =>
  `Conversations share ${minutes} minutes a month: about ${calls} two-minute calls.`;

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
  showAll: "Show all",
  showLess: "Show less",
  playFrom: (time: string) => `Play from ${time}`,
};

export const SECRET = {
  label: "Secret",
  copy: "Copy",
  done: "Done",
  copied: "Secret copied.",
  notCopied: "Failed to copy. Select the secret and copy it yourself.",
};

export const SKIP_LINK = "Skip to content";
