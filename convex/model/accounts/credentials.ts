import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../../catalog/limits";
import { MESSAGES } from "../../catalog/messages";
import { userError } from "../common/userError";

/** What the library calls accounts that have a password. */
export const PASSWORD_PROVIDER = "password";

export type Credentials = { email: string; password: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** For a new account: says what is wrong with the email or the password. */
export function newCredentials(params: Record<string, unknown>): Credentials {
  const { email, password } = readCredentials(params);
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email)) {
    throw userError("invalid_email", MESSAGES.invalidEmail);
  }
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw userError("weak_password", MESSAGES.passwordTooShort);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw userError("weak_password", MESSAGES.passwordTooLong);
  }
  return { email, password };
}

/** For an existing account: what no account can have is refused before anything is hashed. */
export function knownCredentials(params: Record<string, unknown>): Credentials {
  const { email, password } = readCredentials(params);
  if (email.length > MAX_EMAIL_LENGTH) {
    throw userError("sign_in_failed", MESSAGES.couldNotSignIn);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw userError("invalid_password", MESSAGES.invalidPassword);
  }
  return { email, password };
}

const BROWSER_ID = /^[0-9a-f-]{36}$/;

/** The id that a browser made for itself; an older one, or a program, has none. */
export function readBrowser({ browser }: Record<string, unknown>): string | null {
  return typeof browser === "string" && BROWSER_ID.test(browser) ? browser : null;
}

function readCredentials({ email, password }: Record<string, unknown>): Credentials {
  return {
    email: typeof email === "string" ? email.trim().toLowerCase() : "",
    password: typeof password === "string" ? password : "",
  };
}
