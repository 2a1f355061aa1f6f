/** How we recognize that a report comes from the voice platform. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { optional, required } from "../lib/env";
import { internalMutation } from "../lib/internalFunctions";
import { fingerprint } from "../lib/secrets";
import { HOUR_MS } from "../shared/durations";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";

export const SECRET_HEADER = "X-Vapi-Secret";

/** A credential that the platform stores, which it recommends, or the secret in the assistant itself. */
export type ReportAuth =
  | { kind: "credential"; credentialId: string }
  | { kind: "headers"; headers: Record<string, string> };

const RETRY_CREATION_AFTER_MS = HOUR_MS;

export function secretInHeaders(): ReportAuth {
  return { kind: "headers", headers: { [SECRET_HEADER]: required("VAPI_WEBHOOK_SECRET") } };
}

/**
 * Creates the credential when it is first needed, and again after the secret or the platform's key has changed. The
 * vendor's OpenAPI document has the request body (CreateWebhookCredentialDTO), but only guides to other credentials have
 * its path. If the platform refuses the request, assistants carry the header instead.
 */
export async function findOrCreateReportAuth(ctx: ActionCtx): Promise<ReportAuth> {
  const token = required("VAPI_WEBHOOK_SECRET");
  const secretsFingerprint = await fingerprint([token, required("VAPI_PRIVATE_KEY")]);
  const { credentialId, mustCreate } = await ctx.runMutation(
    internal.assistants.voiceCredential.findCredential,
    { fingerprint: secretsFingerprint },
  );
  if (credentialId !== null) return { kind: "credential", credentialId };
  if (!mustCreate) return secretInHeaders();
  try {
    const createdId = await vapi().createCredential({ headerName: SECRET_HEADER, token });
    await ctx.runMutation(internal.assistants.voiceCredential.recordCredential, {
      fingerprint: secretsFingerprint,
      credentialId: createdId,
    });
    return { kind: "credential", credentialId: createdId };
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    return secretInHeaders();
  }
}

/** The credential that assistants are sent with now. Null if they carry the secret themselves. */
export async function credentialInUse(ctx: QueryCtx): Promise<string | null> {
  const [token, key] = [optional("VAPI_WEBHOOK_SECRET"), optional("VAPI_PRIVATE_KEY")];
  if (token === null || key === null) return null;
  const [stored] = await ctx.db.query("voiceCredentials").take(1);
  return stored?.fingerprint === (await fingerprint([token, key])) ? stored.credentialId : null;
}

export const findCredential = internalMutation({
  args: { fingerprint: v.string() },
  returns: v.object({ credentialId: v.union(v.string(), v.null()), mustCreate: v.boolean() }),
  handler: async (ctx, args) => await credentialFor(ctx, args.fingerprint),
});

export const recordCredential = internalMutation({
  args: { fingerprint: v.string(), credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { credentialId, ...args }) => {
    const isCurrent = (stored: StoredCredential) => stored.fingerprint === args.fingerprint;
    await changeCredential(ctx, isCurrent, credentialId);
    return null;
  },
});

/** Called when the platform no longer knows the credential. */
export const forgetCredential = internalMutation({
  args: { credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { credentialId }) => {
    await changeCredential(ctx, (stored) => stored.credentialId === credentialId, null);
    return null;
  },
});

/** Whether the platform refused an assistant because its credential no longer exists. */
export function isCredentialRefused(error: unknown): boolean {
  return (
    error instanceof VoicePlatformError && error.isRefusal && /credential/i.test(error.message)
  );
}

/** The first caller that finds none must create it. For an hour nobody else tries. */
export async function credentialFor(
  ctx: MutationCtx,
  secretsFingerprint: string,
): Promise<{ credentialId: string | null; mustCreate: boolean }> {
  const [stored] = await ctx.db.query("voiceCredentials").take(1);
  const isCurrent = stored?.fingerprint === secretsFingerprint;
  if (isCurrent && stored.credentialId !== null) {
    return { credentialId: stored.credentialId, mustCreate: false };
  }
  if (isCurrent && Date.now() < stored.requestedAtMs + RETRY_CREATION_AFTER_MS) {
    return { credentialId: null, mustCreate: false };
  }
  const requested = {
    fingerprint: secretsFingerprint,
    credentialId: null,
    requestedAtMs: Date.now(),
  };
  if (stored === undefined) await ctx.db.insert("voiceCredentials", requested);
  else await ctx.db.replace("voiceCredentials", stored._id, requested);
  return { credentialId: null, mustCreate: true };
}

type StoredCredential = Doc<"voiceCredentials">;

export async function changeCredential(
  ctx: MutationCtx,
  matches: (stored: StoredCredential) => boolean,
  credentialId: string | null,
): Promise<void> {
  const [stored] = await ctx.db.query("voiceCredentials").take(1);
  if (stored !== undefined && matches(stored)) {
    await ctx.db.patch("voiceCredentials", stored._id, { credentialId });
  }
}
