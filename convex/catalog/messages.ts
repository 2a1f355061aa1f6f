import { MAX_ASSISTANTS_PER_OWNER, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./limits";

export const MESSAGES = {
  fillInAssistant: "Please fill in the assistant name, system prompt, and assistant goal.",
  tooManyAssistants: `You already have ${MAX_ASSISTANTS_PER_OWNER} assistants. Delete one you no longer need first.`,
  assistantNotFound: "This assistant no longer exists.",
  embedIdInvalid: "The embed id must be a random UUID. Please try again.",
  embedIdTaken: "This embed id is already in use. Please try again.",
  voiceAssistantUnknown: "This voice assistant was not made by you.",
  knowledgeFileUnknown: "This knowledge file was not uploaded by you.",
  notSignedIn: "Please sign in to continue.",
  invalidPassword: "Invalid password. Please try again.",
  couldNotSignIn: "Could not sign in, did you mean to sign up?",
  couldNotSignUp: "Could not sign up, did you mean to sign in?",
  invalidEmail: "Please enter a valid email address.",
  passwordTooShort: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters.`,
  passwordTooLong: `Please choose a password of at most ${MAX_PASSWORD_LENGTH} characters.`,
  tooManyAttempts: "Too many failed attempts. Please wait a few minutes and try again.",
  somethingWrong: "Something went wrong. Please try again.",
} as const;

export function textTooLong(label: string, maxLength: number): string {
  return `The ${label} can have at most ${maxLength.toLocaleString("en-US")} characters.`;
}
