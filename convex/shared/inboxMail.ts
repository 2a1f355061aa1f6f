/** Emails about new entries in the inbox. */
export const MAIL_TIMES = ["each", "daily", "off"] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

/** Including the account's own address. */
export const MAX_RECIPIENTS = 5;
export const USUAL_HOUR = 8;
/** Per owner. Further entries are combined into one email an hour later. */
export const MAILS_AN_HOUR = 60;

export const RECIPIENT_MESSAGES = {
  tooMany: `You can add up to ${MAX_RECIPIENTS} addresses. Remove one first.`,
  known: "This address is already in the list.",
  own: "This is your account's address, which is already in the list.",
  notFound: "This address is no longer in the list.",
  unknownZone: "Unknown time zone.",
  unknownHour: "Please choose a full hour of the day.",
  confirmed: "This address is already confirmed.",
  linkOver: "This link no longer works. Ask the person who added your address to send a new one.",
} as const;
