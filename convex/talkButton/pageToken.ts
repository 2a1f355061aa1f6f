/**
 * A page fetches a proof for an assistant and sends it when it asks for a call. Each proof is good for one call and expires
 * soon: docs/decisions/0015-allowed-sites.md.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { siteFromUrl } from "../assistants/allowedSites";
import { closedMessageAt } from "../assistants/conversation";
import { type SeenSite, seenSite, talk } from "../assistants/table";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { required } from "../lib/env";
import { internalQuery } from "../lib/internalFunctions";
import { isSignatureOf, signatureOf } from "../lib/keyedHash";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { MINUTE_MS } from "../shared/durations";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { areAllowed } from "../shared/sites";
import { shouldRecord } from "./seenSites";
import { exchangeToken, notSignedText, signing } from "./signedCalls";
import { requireTurnstile } from "./turnstile";
import { siteRulesOf, findLiveAssistant } from "./widget";

export const PROOF_PATH = "/call/proof";
export const PROOF_MS = 15 * MINUTE_MS;
const LONGEST_BODY = 10_000;
const MOST_AROUND = 10;

export type Proof = { id: string; expiresAtMs: number };

export async function newProof(
  embedId: string,
  id: string = crypto.randomUUID(),
): Promise<Proof & { text: string }> {
  const proof = { id, expiresAtMs: Date.now() + PROOF_MS };
  const seal = await signatureOf(whatIsSealed(embedId, proof));
  return { ...proof, text: `${proof.id}.${proof.expiresAtMs}.${seal}` };
}

/** Null unless we made it, for this assistant; it may have expired. */
export async function readProof(embedId: string, text: unknown): Promise<Proof | null> {
  if (typeof text !== "string") return null;
  const [, id, expiry, signature] =
    /^((?:signed-)?[\da-f-]{36})\.(\d{1,15})\.([^.]{1,100})$/.exec(text) ?? [];
  if (id === undefined || signature === undefined) return null;
  const proof = { id, expiresAtMs: Number(expiry) };
  return (await isSignatureOf(whatIsSealed(embedId, proof), signature)) ? proof : null;
}

export const isUsed = internalQuery({
  args: { proofId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { proofId }) => await wasPageTokenUsed(ctx, proofId),
});

const aroundOfOne = {
  allowedSites: v.array(v.string()),
  seenSites: v.array(seenSite),
  talk: v.optional(talk),
  signing: v.optional(signing),
};

/** Null for one that is not live. */
export const siteRules = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(v.object(aroundOfOne), v.null()),
  handler: async (ctx, { embedId }) => {
    const live = await findLiveAssistant(ctx, embedId);
    return live === null ? null : siteRulesOf(live);
  },
});

/** What the deployment seals otherwise begins with other words. */
function whatIsSealed(embedId: string, { id, expiresAtMs }: Proof): string {
  return `call proof ${embedId} ${id} ${expiresAtMs}`;
}

/** The origins around a frame; null when its browser does not tell, or nothing like that was sent. */
export function readSites(sites: unknown): string[] | null {
  const isList = Array.isArray(sites) && sites.length <= MOST_AROUND;
  return isList && sites.every((site) => typeof site === "string") ? sites : null;
}

/** The page's script reports the sites around it. Those sites cannot change what it reports. */
export async function giveProof(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    const read = await readJson(request, { maxBytes: LONGEST_BODY });
    if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
    const asked = read.content as Record<string, unknown> | null | undefined;
    if (typeof asked?.embedId !== "string" || asked.embedId.includes("\uFFFD")) {
      return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
    }
    const { ip } = await ctx.meta.getRequestMetadata();
    const { ok } = await rateLimiter.limit(ctx, "proofsByNetwork", { key: ip });
    if (!ok) return refused(429, "too_many_requests", MESSAGES.tooManyRequests);
    return await giveProofTo(ctx, asked.embedId, asked);
  } catch (error) {
    console.error("A proof could not be given", error);
    return refused(500, "internal_error", MESSAGES.somethingWrong);
  }
}

async function giveProofTo(
  ctx: ActionCtx,
  embedId: string,
  asked: Record<string, unknown>,
): Promise<Response> {
  const around = await ctx.runQuery(internal.talkButton.pageToken.siteRules, { embedId });
  if (around === null) return refused(404, "assistant_not_found", MESSAGES.assistantNotServed);
  const { allowedSites, talk, signing } = around;
  const sites = readSites(asked.sites);
  const [nearest] = sites ?? [];
  const site = siteFromUrl(nearest);
  if (site !== null) await noteSite(ctx, { ...around, embedId, site });
  // Some browsers do not report the sites. Then the finished page's own header, or a signed token, keeps other sites out.
  const isAllowed =
    sites === null
      ? allowedSites.length === 0 || signing !== undefined || asked.isDrawn === true
      : areAllowed(allowedSites, sites);
  if (!isAllowed) return refused(403, "site_not_allowed", MESSAGES.siteNotAllowed);
  const signed = await exchangeToken(ctx, { embedId, signing, token: asked.token });
  if ("code" in signed) return answerAnyOrigin(403, { ...signed, ...notSignedText({ talk }) });
  // Asked before the microphone is, which nobody needs to allow for an assistant that is closed.
  const closed = closedMessageAt({ talk }, Date.now());
  const told = closed === null ? {} : { closed };
  const unverified = await requireTurnstile(ctx, embedId, asked.turnstile);
  if (unverified !== null) {
    const { status, code, message } = unverified;
    return answerAnyOrigin(status, { code, message, ...told });
  }
  const { text: proof } = await newProof(embedId, signed.proofId);
  return answerAnyOrigin(200, { proof, ...told });
}

/** Writes at most once a day for each site, so visitors rarely wait for it. */
async function noteSite(
  ctx: ActionCtx,
  { embedId, seenSites, site }: { embedId: string; seenSites: SeenSite[]; site: string },
): Promise<void> {
  const isOurs = site === siteFromUrl(required("SITE_URL"));
  if (isOurs || !shouldRecord(seenSites, site, Date.now())) return;
  await ctx.runMutation(internal.talkButton.seenSites.recordSeenSite, { embedId, site });
}

function refused(status: number, code: string, message: string): Response {
  return answerAnyOrigin(status, { code, message });
}

/** A call that came to nothing is deleted, and its proof as good as before. */
export async function wasPageTokenUsed(ctx: QueryCtx, proofId: string): Promise<boolean> {
  const used = await ctx.db
    .query("calls")
    .withIndex("by_proof", (q) => q.eq("proofId", proofId))
    .first();
  return used !== null;
}
