/** Who is written to when a call has left something in the inbox. */
export const MAIL_TIMES = ["each", "daily", "off"] as const;
export type MailTime = (typeof MAIL_TIMES)[number];

/** With the account's own address. */
export const MAX_RECIPIENTS = 5;
export const USUAL_HOUR = 8;
/** What an owner's calls may write in an hour; what is beyond comes in one mail an hour later. */
export const MAILS_AN_HOUR = 60;

export const RECIPIENT_MESSAGES = {
  tooMany: `Mail can go to ${MAX_RECIPIENTS} addresses. Remove one first.`,
  known: "This address is in the list already.",
  own: "This is the address of your account, which is in the list already.",
  notFound: "This address is no longer in the list.",
  unknownZone: "This time zone is not known.",
  unknownHour: "Please choose a full hour of the day.",
  confirmed: "Nobody needs to confirm this address any more.",
  linkOver: "This link does not work any more. Ask who gave your address to have a new one sent.",
} as const;
