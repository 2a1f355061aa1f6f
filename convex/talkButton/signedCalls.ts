/**
 * Assistants whose visitors need a token that the owner's own server has signed. The token is exchanged for a proof, which
 * is good for one call: docs/decisions/0035-calls-signed-by-the-owners-server.md.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { conversationOf } from "../assistants/conversation";
import { signingSecret } from "../assistants/table";
import { saveVersion } from "../assistants/versions";
import { toHex, sha256 } from "../lib/bytes";
import { newestSecret, validSecrets } from "../lib/numberedSecrets";
import { isSameSecret } from "../lib/secrets";
import { userError } from "../lib/userError";
import { MINUTE_MS } from "../shared/durations";
import { REFUSALS } from "../shared/messages";
import { NOT_SIGNED, wordsIn } from "../shared/talkButtonTexts";

type Assistant = Doc<"assistants">;

/** By what its tokens are checked. */
export const signing = v.object({ assistantId: v.id("assistants"), ...signingSecret.fields });
type Signing = Infer<typeof signing>;

const SECRET_PREFIX = "hksign_";
const LONGEST_VALID_MS = 15 * MINUTE_MS;
/** How far the clock of the owner's server may be off. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;
const TOKEN = /^v1\.(\d{1,12})\.([\w-]{8,64})\.([\da-f]{64})$/i;
const SIGNED_PROOF = "signed-";

/** With the secret, which nobody gets to see again. */
export async function requireSignature(ctx: MutationCtx, assistant: Assistant): Promise<string> {
  if (assistant.onlySignedCalls === true) throw userError("invalid_input", REFUSALS.signedCallsOn);
  const secret = { number: (assistant.signingSecret?.number ?? 0) + 1, rotatedAtMs: null };
  await change(ctx, assistant, { onlySignedCalls: true, signingSecret: secret });
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
  await change(ctx, assistant, { onlySignedCalls: false });
}

/** Null where calls need no token. */
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

/** The reason is for whoever develops the page. */
type TokenRefusal = { code: keyof typeof TOKEN_REFUSALS; reason: string };

type Given = { embedId: string; signing: Signing; token: unknown };

/**
 * The id of the proof is made of the token, so that one token is good for one call, however often it is exchanged: the
 * call is what uses it up, and an answer that was lost on the way costs nothing.
 */
export async function exchangeToken(
  ctx: ActionCtx,
  { signing: by, ...given }: Omit<Given, "signing"> & { signing: Signing | undefined },
): Promise<{ proofId?: string } | TokenRefusal> {
  if (by === undefined) return {};
  const checked = await checkToken({ ...given, signing: by }, Date.now());
  if ("code" in checked) return checked;
  const isUsed = await ctx.runQuery(internal.talkButton.pageToken.isUsed, checked);
  return isUsed ? refusal("token_used") : checked;
}

/** Only a token that is signed is told what is wrong with its time. */
export async function checkToken(
  { embedId, signing: by, token }: Given,
  nowMs: number,
): Promise<{ proofId: string } | TokenRefusal> {
  if (token === undefined || token === null || token === "") return refusal("token_missing");
  if (typeof token !== "string") return refusal("token_malformed");
  const [, expires, nonce, signature] = TOKEN.exec(token) ?? [];
  if (nonce === undefined || signature === undefined) return refusal("token_malformed");
  const signed = `v1.${embedId}.${expires}.${nonce}`;
  if (!(await isSignatureOf(signed, signature.toLowerCase(), by, nowMs))) {
    return refusal("token_wrong_signature");
  }
  const leftMs = Number(expires) * 1000 - nowMs;
  if (leftMs < -CLOCK_TOLERANCE_MS) return refusal("token_expired");
  if (leftMs > LONGEST_VALID_MS + CLOCK_TOLERANCE_MS) return refusal("token_too_long");
  const digest = toHex(await sha256(signed));
  return { proofId: `${SIGNED_PROOF}${digest.slice(0, PROOF_DIGITS)}` };
}

/** As many as the id of any other proof has signs. */
const PROOF_DIGITS = 36;

/** What a visitor is told, and as much of it as there is room for. */
export function notSignedText(assistant: Pick<Assistant, "talk">) {
  const [message, words] = wordsIn(conversationOf(assistant).language)?.notSigned ?? NOT_SIGNED;
  return { message, words };
}

/** Whether a proof was given for a token. */
export function isSignedProof(proofId: string | undefined): boolean {
  return proofId?.startsWith(SIGNED_PROOF) === true;
}

async function isSignatureOf(
  text: string,
  signature: string,
  by: Signing,
  nowMs: number,
): Promise<boolean> {
  const secrets = await validSecrets(numbered(by), nowMs);
  const matches = await Promise.all(
    secrets.map(async (secret) => await isSameSecret(signature, await hmac(written(secret), text))),
  );
  return matches.includes(true);
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), how, false, ["sign"]);
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(text))));
}

/** As its owner gets to see it, once. */
export async function secretText(by: Signing): Promise<string> {
  return written(await newestSecret(numbered(by)));
}

/** The key is this text, prefix and all: there is nothing to decode. */
function written(secret: Uint8Array): string {
  return SECRET_PREFIX + toHex(secret);
}

function numbered({ assistantId, ...secret }: Signing) {
  return { name: `signed calls ${assistantId}`, ...secret };
}

async function change(
  ctx: MutationCtx,
  assistant: Assistant,
  changed: Partial<Pick<Assistant, "onlySignedCalls" | "signingSecret">>,
): Promise<void> {
  await ctx.db.patch("assistants", assistant._id, changed);
  const { onlySignedCalls } = changed;
  await saveVersion(ctx, assistant, { onlySignedCalls });
}

function refusal(code: TokenRefusal["code"]): TokenRefusal {
  return { code, reason: TOKEN_REFUSALS[code] };
}
