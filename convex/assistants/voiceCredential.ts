// How the voice platform shows that its reports come from it.
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

/** A credential that the platform keeps, which is its advice, or the secret in the assistant itself. */
export type ReportCredential = { credentialId: string } | { headers: Record<string, string> };

const ASKED_AGAIN_AFTER_MS = HOUR_MS;

export function secretInHeaders(): ReportCredential {
  return { headers: { [SECRET_HEADER]: required("VAPI_WEBHOOK_SECRET") } };
}

/**
 * The credential is made when it is needed first, and again when the secret or the platform's key is
 * another. Its body is published (CreateWebhookCredentialDTO in the vendor's OpenAPI document), the path
 * for it is only in guides to other credentials: where it is refused the header serves.
 */
export async function reportCredential(ctx: ActionCtx): Promise<ReportCredential> {
  const token = required("VAPI_WEBHOOK_SECRET");
  const print = await printOfProof(token, required("VAPI_PRIVATE_KEY"));
  const { credentialId, isToBeMade } = await ctx.runMutation(
    internal.assistants.voiceCredential.findCredential,
    {
      print,
    },
  );
  if (credentialId !== null) return { credentialId };
  if (!isToBeMade) return secretInHeaders();
  try {
    const made = await vapi().createCredential({ headerName: SECRET_HEADER, token });
    await ctx.runMutation(internal.assistants.voiceCredential.recordCredential, {
      print,
      credentialId: made,
    });
    return { credentialId: made };
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    return secretInHeaders();
  }
}

/** What assistants that are sent now name; null where they carry the secret themselves. */
export async function credentialInUse(ctx: QueryCtx): Promise<string | null> {
  const [token, key] = [optional("VAPI_WEBHOOK_SECRET"), optional("VAPI_PRIVATE_KEY")];
  if (token === null || key === null) return null;
  const [known] = await ctx.db.query("voiceCredentials").take(1);
  return known?.print === (await printOfProof(token, key)) ? known.credentialId : null;
}

export const findCredential = internalMutation({
  args: { print: v.string() },
  returns: v.object({ credentialId: v.union(v.string(), v.null()), isToBeMade: v.boolean() }),
  handler: async (ctx, { print }) => await credentialFor(ctx, print),
});

export const recordCredential = internalMutation({
  args: { print: v.string(), credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { print, credentialId }) => {
    await changeCredential(ctx, (known) => known.print === print, credentialId);
    return null;
  },
});

/** The platform does not know it any more. */
export const forgetCredential = internalMutation({
  args: { credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { credentialId }) => {
    await changeCredential(ctx, (known) => known.credentialId === credentialId, null);
    return null;
  },
});

async function printOfProof(token: string, privateKey: string): Promise<string> {
  return await fingerprint([token, privateKey]);
}

/** Whether the platform will not have an assistant because of its credential, which has gone there. */
export function isCredentialRefused(error: unknown): boolean {
  return (
    error instanceof VoicePlatformError && error.isRefusal && /credential/i.test(error.message)
  );
}

/** Whoever finds none is the one who makes it, and for an hour nobody else tries. */
export async function credentialFor(
  ctx: MutationCtx,
  print: string,
): Promise<{ credentialId: string | null; isToBeMade: boolean }> {
  const [known] = await ctx.db.query("voiceCredentials").take(1);
  const isKnown = known?.print === print;
  if (isKnown && known.credentialId !== null) {
    return { credentialId: known.credentialId, isToBeMade: false };
  }
  if (isKnown && Date.now() < known.askedAtMs + ASKED_AGAIN_AFTER_MS) {
    return { credentialId: null, isToBeMade: false };
  }
  const asked = { print, credentialId: null, askedAtMs: Date.now() };
  if (known === undefined) await ctx.db.insert("voiceCredentials", asked);
  else await ctx.db.replace("voiceCredentials", known._id, asked);
  return { credentialId: null, isToBeMade: true };
}

export async function changeCredential(
  ctx: MutationCtx,
  fits: (known: Doc<"voiceCredentials">) => boolean,
  credentialId: string | null,
): Promise<void> {
  const [known] = await ctx.db.query("voiceCredentials").take(1);
  if (known !== undefined && fits(known)) {
    await ctx.db.patch("voiceCredentials", known._id, { credentialId });
  }
}
