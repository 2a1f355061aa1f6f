/**
 * Assistants whose visitors need a token signed by the owner's server. The page exchanges it for a page token, which is
 * valid for one call: docs/decisions/0035-calls-signed-by-the-owners-server.md.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { conversationOf } from "../assistants/conversation";
import { signingSecret } from "../assistants/table";
import { saveVersion } from "../assistants/versions";
import { digestOfText, toHex } from "../lib/bytes";
import { newestSecret, validSecrets } from "../lib/numberedSecrets";
import { isSameSecret } from "../lib/secrets";
import { userError } from "../lib/userError";
import { MINUTE_MS } from "../shared/durations";
import { REFUSALS } from "../shared/messages";
import { NOT_SIGNED, wordsIn } from "../shared/talkButtonTexts";

type Assistant = Doc<"assistants">;

/** The secret that an assistant's tokens are checked with. */
export const signing = v.object({ assistantId: v.id("assistants"), ...signingSecret.fields });
type Signing = Infer<typeof signing>;

const SECRET_PREFIX = "hksign_";
const MAX_VALID_MS = 15 * MINUTE_MS;
/** How far the clock of the owner's server may be off. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;
const TOKEN = /^v1\.(\d{1,12})\.([\w-]{8,64})\.([\da-f]{64})$/i;
const SIGNED_ID_PREFIX = "signed-";

/** Returns the secret, which is shown only this once. */
export async function requireSignature(ctx: MutationCtx, assistant: Assistant): Promise<string> {
  if (assistant.onlySignedCalls === true) throw userError("invalid_input", REFUSALS.signedCallsOn);
  const secret = { number: (assistant.signingSecret?.number ?? 0) + 1, rotatedAtMs: null };
  await changeSigning(ctx, assistant, { onlySignedCalls: true, signingSecret: secret });
  return await secretText({ assistantId: assistant._id, ...secret });
}

/** The previous secret stays valid for a day. */
export async function rotateSigningSecret(ctx: MutationCtx, assistant: Assistant): Promise<string> {
  const current = signingOf(assistant);
  if (current === null) throw userError("invalid_input", REFUSALS.signedCallsOff);
  const secret = { number: current.number + 1, rotatedAtMs: Date.now() };
  await ctx.db.patch("assistants", assistant._id, { signingSecret: secret });
  return await secretText({ assistantId: assistant._id, ...secret });
}

export async function allowUnsigned(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  await changeSigning(ctx, assistant, { onlySignedCalls: false });
}

/** Null if the assistant's calls need no signature. */
export function signingOf({ _id, onlySignedCalls, signingSecret: secret }: Assistant) {
  if (onlySignedCalls !== true || secret === undefined) return null;
  return { assistantId: _id, ...secret };
}

const TOKEN_REFUSALS = {
  token_missing:
    "This assistant takes only calls that its owner's server has signed, and the page handed over no token.",
  token_malformed: "A token has the form v1.<expires>.<nonce>.<signature>.",
  token_wrong_signature:
    "The signature fits no secret of this assistant. It is the HMAC-SHA256 of v1.<embed id>.<expires>.<nonce> in hex, with the secret as it was shown.",
  token_expired: "The token has expired, or expires is not in unix seconds.",
  token_too_long: "The token is valid for too long: expires is at most 15 minutes ahead.",
  token_used: "The token has been used. Each is good for one call.",
} as const;

/** The reason is for the page's developer. */
type TokenRefusal = { kind: "refused"; code: keyof typeof TOKEN_REFUSALS; reason: string };

/** The page token's id is derived from the signed token. */
type TokenCheck = { kind: "accepted"; pageTokenId: string } | TokenRefusal;

type SignedToken = { embedId: string; signing: Signing; token: unknown };

/**
 * A signed token is valid for one call, however often it is exchanged: every exchange gives a page token of the same id,
 * and the call uses that id up. So a lost response costs the visitor nothing.
 */
export async function exchangeToken(
  ctx: ActionCtx,
  { embedId, signing, token }: Omit<SignedToken, "signing"> & { signing: Signing | undefined },
): Promise<TokenCheck | { kind: "notRequired" }> {
  if (signing === undefined) return { kind: "notRequired" };
  const checked = await checkToken({ embedId, signing, token }, Date.now());
  if (checked.kind === "refused") return checked;
  const { pageTokenId } = checked;
  const isUsed = await ctx.runQuery(internal.talkButton.pageToken.isUsed, { pageTokenId });
  return isUsed ? refusal("token_used") : checked;
}

/** Checks the signature first: only somebody who has the secret learns what is wrong with the token's time. */
export async function checkToken(
  { embedId, signing, token }: SignedToken,
  nowMs: number,
): Promise<TokenCheck> {
  if (token === undefined || token === null || token === "") return refusal("token_missing");
  if (typeof token !== "string") return refusal("token_malformed");
  const [, expires, nonce, signature] = TOKEN.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return refusal("token_malformed");
  const signedText = `v1.${embedId}.${expires}.${nonce}`;
  if (!(await isSignatureOf(signedText, signature.toLowerCase(), signing, nowMs))) {
    return refusal("token_wrong_signature");
  }
  const leftMs = Number(expires) * 1000 - nowMs;
  if (leftMs < -CLOCK_TOLERANCE_MS) return refusal("token_expired");
  if (leftMs > MAX_VALID_MS + CLOCK_TOLERANCE_MS) return refusal("token_too_long");
  const digest = await digestOfText(signedText);
  return { kind: "accepted", pageTokenId: `${SIGNED_ID_PREFIX}${digest.slice(0, ID_LENGTH)}` };
}

/** The length of a UUID, which all other page tokens have as their id. */
const ID_LENGTH = 36;

/** The visitor's message, and a short form of it. */
export function notSignedText(assistant: Pick<Assistant, "talk">) {
  const [message, words] = wordsIn(conversationOf(assistant).language)?.notSigned ?? NOT_SIGNED;
  return { message, words };
}

/** Whether a page token was issued in exchange for a signed token. */
export function isSignedPageToken(pageTokenId: string | undefined): boolean {
  return pageTokenId?.startsWith(SIGNED_ID_PREFIX) === true;
}

async function isSignatureOf(
  text: string,
  signature: string,
  signing: Signing,
  nowMs: number,
): Promise<boolean> {
  const secrets = await validSecrets(numberedSecretOf(signing), nowMs);
  const matches = await Promise.all(
    secrets.map(async (secret) => isSameSecret(signature, await hmac(textOf(secret), text))),
  );
  return matches.includes(true);
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secretBytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey("raw", secretBytes, algorithm, false, ["sign"]);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}

/** The newest secret, as the owner sees it. */
export async function secretText(signing: Signing): Promise<string> {
  return textOf(await newestSecret(numberedSecretOf(signing)));
}

/** This whole text, prefix included, is the HMAC key, so that owners need not decode anything. */
function textOf(secret: Uint8Array): string {
  return SECRET_PREFIX + toHex(secret);
}

function numberedSecretOf({ assistantId, ...secret }: Signing) {
  return { name: `signed calls ${assistantId}`, ...secret };
}

async function changeSigning(
  ctx: MutationCtx,
  assistant: Assistant,
  changes: Partial<Pick<Assistant, "onlySignedCalls" | "signingSecret">>,
): Promise<void> {
  await ctx.db.patch("assistants", assistant._id, changes);
  const { onlySignedCalls } = changes;
  await saveVersion(ctx, assistant, { onlySignedCalls });
}

function refusal(code: TokenRefusal["code"]): TokenRefusal {
  return { kind: "refused", code, reason: TOKEN_REFUSALS[code] };
}
