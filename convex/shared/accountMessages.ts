import { MINUTE_MS } from "./durations";

/** Texts about passwords, addresses and account emails. Kept apart from `MESSAGES`, which every page loads. */
export const ACCOUNT_MESSAGES = {
  passwordTooCommon: "This password is too common. Please choose another one.",
  addressUnconfirmed: "Please confirm your email address first, with the link we email to you.",
  mailStopped:
    "An email to this address was marked as spam, so we stopped sending. If the address is yours, contact support.",
  confirmationOver: "This link is no longer valid. Sign in and request a new one.",
  newAddressOver: "This link is no longer valid. Enter the new address again on the Account page.",
  addressUnchanged: "This is already your account's email address.",
  addressTaken:
    "Another account already uses this email address. Sign in to that account (reset its password if needed), then delete it or change its address.",
  addressChanged: "Your email address was changed.",
  stopLinkRefused:
    "This link is incomplete. Copy the whole link from the email, or sign in and turn these emails off on the Account page.",
  mailChoiceNotSaved: "Failed to save your choice",
  confirmationSent: "We sent you a new email.",
  confirmationNotSent: "Failed to send the email",
  mailUnavailable: "This site cannot send email.",
  resetCodeWrong: "That code is not correct. Please use the code from the newest email.",
  resetOver: "This link or code has expired or was already used. Please request a new email.",
  sessionNotYours: "This session does not belong to your account.",
  wrongPassword: "That is not your current password.",
  noPassword: "Your account has no password yet.",
  addressUnverified:
    "Your primary email address is not verified there. Verify it first, or sign up with a password.",
  accountUnconfirmed:
    "An account with your email address exists, but the address was never confirmed. Select “Forgot your password?” and choose a password by email. After that, you can sign in this way too.",
  wayFailed: "Sign-in was not completed. Please try again, or use your password.",
  passwordChanged: "Your password was changed. You were signed out everywhere else.",
} as const;

export function tooManyMails(retryAfterMs: number): string {
  const minutes = Math.max(Math.ceil(retryAfterMs / MINUTE_MS), 1);
  return `We sent too many emails to this address. Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`;
}
