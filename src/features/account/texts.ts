/** Every text of the Account page, by card. */
import { MIN_PASSWORD_LENGTH } from "../../../convex/shared/limits";
import { formatCounted } from "../../lib/formats";

export const ACCOUNT = {
  operator: "Operator page",
  title: "Account",
  // Each completes "Could not show …".
  parts: {
    email: "your email address",
    sessions: "your sessions",
    emails: "your email preferences",
    password: "your password",
  },
};

export const EMAIL = {
  title: "Email address",
  linkSent: (email: string) =>
    `We sent a link to ${email}. Open it within one day, in a browser where you are signed in. Until then, your email address stays the same. No email? Check your spam folder and the spelling of the address.`,
  needsPassword:
    "You need a password to change your email address. Choose one under Password first.",
  newAddress: "New email address",
  password: "Your password",
  passwordHint: "The password you sign in with",
  submit: "Change email address",
  submitting: "Changing...",
  failed: (reason: string) => `Failed to change your email address. ${reason}`,
};

export const SESSIONS = {
  title: "Where you are signed in",
  subtitle: "If you do not recognise a device, sign it out and change your password.",
  loading: "Loading your sessions",
  thisDevice: "This device",
  lastSeen: (time: string) => `Last active ${time}`,
  lastSeenNear: (place: string, time: string) => `${place}, last active ${time}`,
  unknownDevice: "Unknown device",
  near: (city: string) => `Near ${city}`,
  signOut: "Sign out",
  signOutOf: (device: string, time: string) => `Sign out ${device}, last active ${time}`,
  signedOut: "Device signed out.",
  failed: (reason: string) => `Failed to sign the device out. ${reason}`,
  signOutOthers: "Sign out everywhere else",
  signingOutOthers: "Signing out...",
  signedOutOthers: (count: number) => `Signed out of ${formatCounted(count, "other session")}.`,
  failedOthers: (reason: string) => `Failed to sign out everywhere else. ${reason}`,
};

export const EMAILS = {
  title: "Email notifications",
  subtitle: "Choose which emails you receive.",
  loading: "Loading your email preferences",
  usage: {
    label: "Usage and spending",
    hint: "When you have used most or all of your minutes, and when extra minutes approach your spending limit.",
  },
  nightly: {
    label: "Changed answers",
    hint: "When an assistant answers one of its most asked questions differently than before, no longer answers it, or contradicts its opening hours. We ask at night.",
  },
  summary: {
    label: "Weekly summary",
    hint: "On Mondays, after a week with calls: how many there were, how long they took, how they went, and up to three questions that your assistants could not answer.",
  },
  always:
    "We always email you about sign-ins, your password, payments that fail or need your confirmation, and changes to your plan. Without these emails you could lose money, visitors or access to your account.",
};

export const PASSWORD = {
  title: "Password",
  subtitle: "Changing it signs you out everywhere else.",
  none: (providers: string) => `You sign in with ${providers} and do not have a password yet.`,
  chooseByEmail: "Set a password by email",
  current: "Current password",
  next: "New password",
  nextHint: `At least ${MIN_PASSWORD_LENGTH} characters`,
  submit: "Change password",
  submitting: "Changing...",
  failed: (reason: string) => `Failed to change your password. ${reason}`,
};

export const EXPORT = {
  title: "Your data",
  subtitle:
    "Download everything in one file: assistants, calls with transcripts and recordings, files and invoices.",
  start: "Download everything",
  preparing: "Preparing...",
  cancel: "Cancel",
  progress: (done: string, total: string) => `${done} of ${total} calls`,
  done: "Your export is in your downloads folder.",
  failed: (reason: string) => `Failed to export your data. ${reason}`,
};

export const DELETION = {
  title: "Delete account",
  subtitle: "Deletes your assistants, calls, recordings and files for good. You cannot undo this.",
  open: "Delete account…",
  question: "Delete your account?",
  part: "what deleting your account ends",
  intro:
    "Your assistants, calls, recordings and files will be deleted for good. You cannot undo this.",
  owed: (cost: string) => `We first charge ${cost} for your unpaid extra minutes. `,
  planEnds: (plan: string) =>
    `Your ${plan} subscription ends immediately. Calls in progress end too, and their extra minutes are charged. We do not refund what you have already paid.`,
  confirmLabel: "Type your email address to confirm",
  keep: "Keep my account",
  submit: "Delete account",
  submitUnpaid: "Delete without paying",
  submitting: "Deleting...",
  done: "Your account was deleted.",
  failed: (reason: string) => `Failed to delete your account. ${reason}`,
  notCharged: (cost: string) => `We could not charge ${cost} for extra minutes.`,
  tryAgain: "Please try again in a moment.",
  payNow: "Pay it now",
  thenDelete: " and then delete your account.",
  ifUnpaid:
    "If you delete your account without paying, the invoice stays open, and the payment service keeps it with your email address until it is paid. Everything else is deleted.",
};
