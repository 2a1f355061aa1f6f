import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { userError } from "../lib/userError";
import { ACCOUNT_MESSAGES } from "../shared/accountMessages";
import { isEmailAddress } from "../shared/contact";
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { isCommonPassword } from "./commonPasswords";

/** What the library calls accounts that have a password. */
export const PASSWORD_PROVIDER = "password";

/** More than anybody needs. */
const MAX_SIGN_IN_METHODS = 50;

export type Credentials = { email: string; password: string };

/** For a new account. Throws if the email or the password is not acceptable. */
export function newCredentials(params: Record<string, unknown>): Credentials {
  return { email: validEmail(params.email), password: newPassword(params.password) };
}

/** Returns the spelling under which accounts are stored. */
export function validEmail(given: unknown): string {
  const email = normalEmail(given);
  if (email.length > MAX_EMAIL_LENGTH || !isEmailAddress(email)) {
    throw userError("invalid_email", MESSAGES.invalidEmail);
  }
  return email;
}

export function newPassword(given: unknown): string {
  const password = textOf(given);
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw userError("weak_password", MESSAGES.passwordTooShort);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw userError("weak_password", REFUSALS.passwordTooLong);
  }
  if (isCommonPassword(password))
    throw userError("weak_password", ACCOUNT_MESSAGES.passwordTooCommon);
  return password;
}

/** For an existing account. Refuses texts that are too long for any account, before anything is hashed. */
export function signInCredentials(params: Record<string, unknown>): Credentials {
  const email = normalEmail(params.email);
  const password = textOf(params.password);
  if (email.length > MAX_EMAIL_LENGTH) {
    throw userError("sign_in_failed", MESSAGES.couldNotSignIn);
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    throw userError("invalid_password", MESSAGES.invalidPassword);
  }
  return { email, password };
}

const BROWSER_ID = /^[0-9a-f-]{36}$/;

/** The random id that the browser created for itself. Null for programs. */
export function readBrowser({ browser }: Record<string, unknown>): string | null {
  return typeof browser === "string" && BROWSER_ID.test(browser) ? browser : null;
}

export async function findPasswordAccount(
  ctx: QueryCtx,
  email: string,
): Promise<Doc<"authAccounts"> | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) =>
      q.eq("provider", PASSWORD_PROVIDER).eq("providerAccountId", email),
    )
    .unique();
}

/** Finds owners with any sign-in method. */
export async function findOwnerByEmail(ctx: QueryCtx, email: string): Promise<Doc<"users"> | null> {
  return await ctx.db
    .query("users")
    .withIndex("email", (q) => q.eq("email", email))
    .first();
}

function normalEmail(given: unknown): string {
  return textOf(given).trim().toLowerCase();
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** Null if the owner has no password. */
export async function passwordAccountOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"authAccounts"> | null> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) =>
      q.eq("userId", ownerId).eq("provider", PASSWORD_PROVIDER),
    )
    .unique();
}

/** Also sets the first password of an owner who has none yet. */
export async function setPassword(
  ctx: MutationCtx,
  { ownerId, email, hash }: { ownerId: Id<"users">; email: string; hash: string },
): Promise<void> {
  const account = await passwordAccountOf(ctx, ownerId);
  if (account !== null) {
    await ctx.db.patch("authAccounts", account._id, { secret: hash });
    return;
  }
  await ctx.db.insert("authAccounts", {
    userId: ownerId,
    provider: PASSWORD_PROVIDER,
    providerAccountId: email,
    secret: hash,
  });
}

export async function signInMethodsOf(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"authAccounts">[]> {
  return await ctx.db
    .query("authAccounts")
    .withIndex("userIdAndProvider", (q) => q.eq("userId", ownerId))
    .take(MAX_SIGN_IN_METHODS);
}

export async function removeOauthAccounts(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  for (const { _id, provider } of await signInMethodsOf(ctx, ownerId)) {
    if (provider !== PASSWORD_PROVIDER) await ctx.db.delete("authAccounts", _id);
  }
}
