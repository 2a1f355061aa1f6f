/** Texts of parts that only the dashboard shows. Apart from those that every page loads. */

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

export const SECRET = {
  label: "Secret",
  copy: "Copy",
  done: "Done",
  copied: "Secret copied.",
  notCopied: "Failed to copy. Select the secret and copy it yourself.",
};
