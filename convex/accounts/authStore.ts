/**
 * Checks all requests to @convex-dev/auth that write. The library reads, changes and deletes documents by ids from
 * text that anybody can send, and does not check which table such an id belongs to. All of its actions and HTTP
 * routes write through one internal mutation, `auth:store`. That mutation is ours: it refuses what the library never
 * issued, and runs the library's own mutation in the same transaction.
 * docs/decisions/0028-checks-before-the-auth-library.md
 */
import { ConvexError } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { UserError } from "../shared/errors";
import { OAUTH_FAILURE } from "../shared/oauthProviders";

/** The arguments of the library's `store`. The library's own validator checks them afterwards. */
export type AuthRequest = { type: string } & Record<string, unknown>;

/** The library's codes have eight digits. */
const MAX_CODE_LENGTH = 64;

export async function runAuthStore(ctx: MutationCtx, request: AuthRequest): Promise<unknown> {
  switch (request.type) {
    case "refreshSession":
      return (await isRefreshToken(ctx, request.refreshToken)) ? await pass(ctx, request) : null;
    case "verifierSignature":
      if (await isVerifier(ctx, request.verifier)) return await pass(ctx, request);
      throw new ConvexError("Unknown sign-in verifier");
    case "verifyCodeAndSignIn":
      return isCode(ctx, request) ? await pass(ctx, withCodeOnly(request)) : null;
    case "userOAuth":
      return await signInByOAuth(ctx, request);
    case "createVerificationCode":
      throw new Error("No provider of this deployment sends verification codes");
    default:
      return await pass(ctx, request);
  }
}

async function pass(ctx: MutationCtx, request: AuthRequest): Promise<unknown> {
  const args = request as (typeof internal.accounts.authLibrary.store)["_args"]["args"];
  return await ctx.runMutation(internal.accounts.authLibrary.store, { args });
}

/** Whether the library issued this text and has not deleted the token since. It may have expired. */
async function isRefreshToken(ctx: MutationCtx, text: unknown): Promise<boolean> {
  if (typeof text !== "string") return false;
  const [token = "", session = "", ...rest] = text.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", token);
  const sessionId = ctx.db.normalizeId("authSessions", session);
  if (tokenId === null || sessionId === null || rest.length > 0) return false;
  return (await ctx.db.get("authRefreshTokens", tokenId))?.sessionId === sessionId;
}

function verifierId(ctx: MutationCtx, text: unknown): Id<"authVerifiers"> | null {
  return typeof text === "string" ? ctx.db.normalizeId("authVerifiers", text) : null;
}

async function isVerifier(ctx: MutationCtx, text: unknown): Promise<boolean> {
  const id = verifierId(ctx, text);
  return id !== null && (await ctx.db.get("authVerifiers", id)) !== null;
}

/** Checks only the verifier's form, because the library has deleted the verifier by now. */
function isCode(ctx: MutationCtx, { params, verifier }: AuthRequest): boolean {
  const { code } = params as { code?: unknown };
  const isShort = typeof code === "string" && code.length <= MAX_CODE_LENGTH;
  return isShort && verifierId(ctx, verifier) !== null;
}

/** The library counts failed attempts by `params.email`, which the sender chooses: it could name another account's counter. */
function withCodeOnly(request: AuthRequest): AuthRequest {
  const { code } = request.params as { code: string };
  return { ...request, params: { code } };
}

/**
 * The library redirects the browser with the code that this returns, and without a reason if this throws. So we return
 * the reason for a refusal in place of a code: docs/decisions/0018-google-and-github.md
 */
async function signInByOAuth(ctx: MutationCtx, request: AuthRequest): Promise<unknown> {
  try {
    return await pass(ctx, request);
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    return `${OAUTH_FAILURE}${(error.data as UserError).code}`;
  }
}
