/** About passwords, addresses and the mail that is about them. Apart from what every page loads. */
export const ACCOUNT_MESSAGES = {
  passwordTooCommon: "Many people use this password. Please choose another one.",
  addressUnconfirmed:
    "Please confirm your email address first: press the link in the mail that we sent you.",
  confirmationOver: "This link does not work any more. Sign in and have a new one sent.",
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
  passwordChanged: "Your password was changed. You are signed out everywhere else.",
} as const;
