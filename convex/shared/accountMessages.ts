/** About passwords, addresses and the mail that is about them. Apart from what every page loads. */
export const ACCOUNT_MESSAGES = {
  passwordTooCommon: "Many people use this password. Please choose another one.",
  addressUnconfirmed: "Please confirm your email address first, by the link that we mail to it.",
  mailStopped:
    "A mail to this address was marked as spam, so we send no more. If the address is yours, write to our support.",
  confirmationOver: "This link does not work any more. Sign in and have a new one sent.",
  newAddressOver:
    "This link does not work any more. Give the new address once more on the Account page.",
  addressUnchanged: "This is the address of your account already.",
  addressTaken:
    "There is another account with this address. Sign in to that one, with a new password if need be, and delete it or give it another address first.",
  addressChanged: "Your address was changed.",
  stopLinkRefused:
    "This link is not complete. Copy all of it from the mail, or sign in and turn the mail off on the account page.",
  mailChoiceNotSaved: "Failed to save your choice",
  confirmationSent: "A new mail is on its way.",
  confirmationNotSent: "Failed to send the mail",
  mailUnavailable: "This site cannot send mail.",
  resetCodeWrong: "This is not the code. Please look into the newest mail.",
  resetOver: "This link or code was used already, or is too old. Please ask for a new mail.",
  sessionNotYours: "This is not a session of yours.",
  wrongPassword: "That is not your current password.",
  noPassword: "Your account has no password yet.",
  addressUnverified:
    "Your primary address is not verified there. Verify it first, or sign up with a password.",
  accountUnconfirmed:
    "There is an account with your address, and nobody has confirmed yet whose it is. Press “Forgot your password?” and choose one by mail: then it is yours, and this way leads in as well.",
  wayFailed: "Signing in was not completed. Please try again, or use your password.",
  passwordChanged: "Your password was changed. You are signed out everywhere else.",
} as const;

export function tooManyMails(retryAfterMs: number): string {
  const minutes = Math.max(Math.ceil(retryAfterMs / 60_000), 1);
  return `Too many mails went to this address. Ask again in ${minutes} minute${minutes === 1 ? "" : "s"}.`;
}
