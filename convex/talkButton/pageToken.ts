/**
 * A page requests a page token for an assistant and sends it when it starts a call. Each page token is valid for one call
 * and expires soon: docs/decisions/0015-allowed-sites.md.
 */
import { pick } from "convex-helpers";
import { type ObjectType, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { siteFromUrl } from "../assistants/allowedSites";
import { conversationOf } from "../assistants/conversation";
import { type SeenSite, seenSite, talk } from "../assistants/table";
import { answerAnyOrigin } from "../lib/crossOrigin";
import { required } from "../lib/env";
import { internalQuery } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { readJson } from "../lib/requestBody";
import { readSignedId, signId, type SignedId } from "../lib/signedId";
import { MINUTE_MS } from "../shared/durations";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { areAllowed } from "../shared/sites";
import { choiceFor } from "../shared/unavailability";
import { findAvailability, isOver, unavailableAt } from "./availability";
import { createMessagePass } from "./messagePass";
import { shouldRecord } from "./seenSites";
import { exchangeToken, notSignedText, signing } from "./signedCalls";
import { requireTurnstile } from "./turnstile";
import { findServedAssistant, pageTokenRulesOf } from "./widget";

export const PAGE_TOKEN_PATH = "/call/page-token";
const VALID_MS = 15 * MINUTE_MS;
const MAX_BODY_BYTES = 10_000;
const MAX_SITES = 10;

export async function createPageToken(
  embedId: string,
  id: string = crypto.randomUUID(),
): Promise<SignedId & { text: string }> {
  const pageToken = { id, expiresAtMs: Date.now() + VALID_MS };
  return { ...pageToken, text: await signId(purposeFor(embedId), pageToken) };
}

/** Null unless we created it for this assistant. It may have expired. */
export async function readPageToken(embedId: string, text: unknown): Promise<SignedId | null> {
  return await readSignedId(purposeFor(embedId), text);
}

export const isUsed = internalQuery({
  args: { pageTokenId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { pageTokenId }) => await wasPageTokenUsed(ctx, pageTokenId),
});

const pageTokenRules = {
  allowedSites: v.array(v.string()),
  seenSites: v.array(seenSite),
  talk: v.optional(talk),
  signing: v.optional(signing),
  unavailableCase: v.union(v.literal("noMinutes"), v.literal("notLive"), v.null()),
  usedUpDay: v.union(v.string(), v.null()),
  /** When it serves nobody any more. */
  untilMs: v.union(v.number(), v.null()),
};
type Rules = ObjectType<typeof pageTokenRules>;

/** Also if visitors cannot reach the assistant, because they may leave a message. Null if it serves nobody. */
export const findRules = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(v.object(pageTokenRules), v.null()),
  handler: async (ctx, { embedId }) => {
    const found = await findAvailability(ctx, embedId);
    if (found !== null) {
      return {
        ...pageTokenRulesOf(found),
        ...pick(found, ["unavailableCase", "usedUpDay", "untilMs"]),
      };
    }
    // The landing page's assistant takes no messages.
    const served = await findServedAssistant(ctx, embedId);
    if (served === null) return null;
    const always = { unavailableCase: null, usedUpDay: null, untilMs: null };
    return { ...pageTokenRulesOf(served), ...always };
  },
});

function purposeFor(embedId: string): string {
  return `page token ${embedId}`;
}

/** The origins around a frame. Null if the browser does not report them, or if the list is malformed. */
export function readSites(sites: unknown): string[] | null {
  const isList = Array.isArray(sites) && sites.length <= MAX_SITES;
  return isList && sites.every((site) => typeof site === "string") ? sites : null;
}

/** The page's script reports the sites around it. Those sites cannot change the report. */
export async function issuePageToken(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    const read = await readJson(request, { maxBytes: MAX_BODY_BYTES });
    if (read.kind === "refused") return refused(read.status, "invalid_input", read.reason);
    const body = read.content as Record<string, unknown> | null | undefined;
    if (typeof body?.embedId !== "string" || body.embedId.includes("\uFFFD")) {
      return refused(400, "invalid_input", REFUSALS.noAssistantNamed);
    }
    const { ip } = await ctx.meta.getRequestMetadata();
    const { ok } = await rateLimiter.limit(ctx, "pageTokensByNetwork", { key: ip });
    if (!ok) return refused(429, "too_many_requests", MESSAGES.tooManyRequests);
    return await issueFor(ctx, body.embedId, body);
  } catch (error) {
    console.error("Could not issue a page token", error);
    return refused(500, "internal_error", MESSAGES.somethingWrong);
  }
}

async function issueFor(
  ctx: ActionCtx,
  embedId: string,
  body: Record<string, unknown>,
): Promise<Response> {
  const rules = await ctx.runQuery(internal.talkButton.pageToken.findRules, { embedId });
  if (rules === null || isOver(rules, Date.now())) {
    return refused(404, "assistant_not_found", MESSAGES.assistantNotServed);
  }
  const { allowedSites, talk, signing } = rules;
  const sites = readSites(body.sites);
  const [nearest] = sites ?? [];
  const site = siteFromUrl(nearest);
  if (site !== null && rules.unavailableCase !== "notLive")
    await recordSite(ctx, { ...rules, embedId, site });
  // Some browsers do not report the sites. Then the finished page's own header, or a signed token, keeps other sites out.
  const isAllowed =
    sites === null
      ? allowedSites.length === 0 || signing !== undefined || body.isDrawn === true
      : areAllowed(allowedSites, sites);
  if (!isAllowed) return refused(403, "site_not_allowed", MESSAGES.siteNotAllowed);
  // The page learns here, before it requests the microphone, that nobody can reach the assistant now.
  const unavailable = await unavailableNow(embedId, rules);
  if (rules.unavailableCase !== null && unavailable.unavailable?.messagePass === undefined) {
    const code = "assistant_not_found";
    return answerAnyOrigin(404, { code, message: MESSAGES.assistantNotServed, ...unavailable });
  }
  const signed = await exchangeToken(ctx, { embedId, signing, token: body.token });
  if (signed.kind === "refused") {
    const { code, reason } = signed;
    return answerAnyOrigin(403, { code, reason, ...notSignedText({ talk }) });
  }
  const unverified = await requireTurnstile(ctx, embedId, body.turnstile);
  if (unverified !== null) {
    const { status, code, message } = unverified;
    return answerAnyOrigin(status, { code, message, ...unavailable });
  }
  const id = signed.kind === "accepted" ? signed.pageTokenId : undefined;
  const { text: pageToken } = await createPageToken(embedId, id);
  return answerAnyOrigin(200, { pageToken, ...unavailable });
}

/** Nothing if visitors can reach it. Whether all lines are taken is found out when a call is requested. */
async function unavailableNow(
  embedId: string,
  rules: Pick<Rules, "talk" | "unavailableCase" | "usedUpDay">,
): Promise<{ unavailable?: { message: string; words: string; messagePass?: string } }> {
  const found = unavailableAt(rules, Date.now());
  if (found === null) return {};
  const { reason, text } = found;
  const isOffered = choiceFor(conversationOf(rules), reason) === "message";
  const pass = isOffered ? { messagePass: await createMessagePass(embedId, reason) } : {};
  return { unavailable: { ...text, ...pass } };
}

/** Writes at most once a day for each site, so visitors rarely wait for it. */
async function recordSite(
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

/** A call that could not be started is deleted, so its page token can be used again. */
export async function wasPageTokenUsed(ctx: QueryCtx, pageTokenId: string): Promise<boolean> {
  const call = await ctx.db
    .query("calls")
    .withIndex("by_page_token", (q) => q.eq("pageTokenId", pageTokenId))
    .first();
  return call !== null;
}
