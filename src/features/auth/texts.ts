/** Every text of the pages for signing in and for links in emails, by screen. */
import { MIN_PASSWORD_LENGTH } from "../../../convex/shared/limits";

const PASSWORD_HINT = `At least ${MIN_PASSWORD_LENGTH} characters`;
const BACK_TO_SIGN_IN = "Back to sign in";

export const LOGIN = {
  pageTitle: "Sign in",
  checking: "Checking whether you are signed in",
  title: "Welcome back",
  email: "Email",
  password: "Password",
  passwordHint: PASSWORD_HINT,
  forgot: "Forgot your password?",
  signIn: {
    intro: "Sign in to manage your assistants.",
    submit: "Sign in",
    question: "New here?",
    toggle: "Sign up instead",
  },
  signUp: {
    intro: "Creating and testing assistants is free.",
    submit: "Sign up",
    question: "Already have an account?",
    toggle: "Sign in instead",
  },
  continueWith: (provider: string) => `Continue with ${provider}`,
};

export const REQUEST_RESET = {
  title: "Forgot your password?",
  intro:
    "Enter your email address, and we will send you a link and a code to choose a new password.",
  email: "Email",
  submit: "Send email",
  submitting: "Sending...",
  back: BACK_TO_SIGN_IN,
  noEmailBefore:
    "This site cannot send email, so you cannot reset your password here. Please write to ",
};

export const NEW_PASSWORD = {
  title: "Choose a new password",
  introForLink: "You will be signed in here and signed out everywhere else.",
  introForCode: (email: string) =>
    `If there is an account for ${email}, we sent it an email with a link and a code. Both work for one hour.`,
  code: "Code",
  codeHint: "No email? It can take a minute. Check your spam folder too.",
  password: "New password",
  passwordHint: PASSWORD_HINT,
  submit: "Save and sign in",
  submitting: "Saving...",
  requestAgain: "Request a new email",
};

export const CONFIRM = {
  busy: "Confirming...",
  thanks: "Thank you. You are all set.",
  toDashboard: "Go to the dashboard",
  checking: "Checking whether you are signed in",
  ownAddress: {
    title: "Confirm your email address",
    intro: "Confirm that the email address you signed up with is yours.",
    action: "Confirm email address",
    done: "Your email address is confirmed",
    trialReady: "Thank you. You can start your free trial now.",
    continueWith: (plan: string) => `Continue with ${plan}`,
  },
  newAddress: {
    title: "Confirm your new email address",
    intro: (email: string) =>
      `After you confirm, you sign in with ${email} and our emails go there.`,
    signInFirst:
      "Sign in first, with your account's current email address. Then you will come back here.",
    signIn: "Sign in",
    action: "Confirm new email address",
    done: "Your email address was changed",
  },
  recipient: {
    title: "Emails about conversations",
    intro:
      "Agree to receive an email when a conversation adds something to the inbox. Every email has an unsubscribe link.",
    action: "Yes, send them",
    done: "You will receive these emails from now on",
    next: "Go to the home page",
  },
};

const EMAIL_KINDS: Record<string, string> = {
  summary: "the weekly summary",
  nightly: "emails about changed answers",
  outcomes: "emails about new inbox entries",
};

export const UNSUBSCRIBE = {
  title: "Turn these emails off",
  kindOf: (group: string) => EMAIL_KINDS[group] ?? "emails about usage and spending",
  intro: (kind: string) => `You will no longer receive ${kind}.`,
  othersStay: " Emails about security and payments still arrive.",
  action: "Turn off",
  busy: "Turning off...",
  done: "These emails are turned off",
  thanks: (kind: string, page: string) =>
    `You will no longer receive ${kind}. You can turn them on again on ${page}.`,
  accountPage: "your Account page",
  connectionsPage: "the account's Connections page",
  toAccount: "Go to your account",
  toConnections: "Go to Connections",
};
