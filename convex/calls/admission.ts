/** Who may have a conversation: the checks that calls and typed conversations share. */
import { literals } from "convex-helpers/validators";
import { type Infer, type ObjectType, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isAddressConfirmed } from "../accounts/addressConfirmation";
import { findByEmbedId } from "../assistants/assistants";
import { conversationOf } from "../assistants/conversation";
import { isLandingAssistant } from "../assistants/landingAssistant";
import { type ShownNotice, shownNotice } from "../assistants/table";
import { type ActiveSubscription, findActiveSubscription } from "../billing/plans/customers";
import { currentTerms } from "../billing/plans/includedMinutes";
import { freeSecondsLeft, unconfirmedSecondsLeft } from "../billing/usage/allowance";
import { findSubscriptionPeriod } from "../billing/usage/periods";
import { freeMinutes } from "../billing/usage/report";
import { shownMinutes } from "../billing/usage/roundedMinutes";
import { FREE_TRIAL_MINUTES, TEST_MINUTES } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import {
  EN_MESSAGES_WITH_PARAMS,
  type MessageParams,
  type ParamCode,
} from "../shared/talkButtonLanguages/en";
import { areAllowed } from "../shared/sites";
import { choiceFor, UNAVAILABLE_CASES, type UnavailableCase } from "../shared/unavailability";
import { findAvailability, isOver, takesMessages } from "../talkButton/availability";
import { wasPageTokenUsed } from "../talkButton/pageToken";
import { isSignedPageToken, notSignedText } from "../talkButton/signedCalls";
import { findLiveAssistant } from "../talkButton/widget";
import { pageFact } from "./table";

/** A request for a call or a typed answer, by a visitor or by an owner who tests an assistant (`ownerId`). */
export const conversationRequest = {
  embedId: v.string(),
  ownerId: v.union(v.id("users"), v.null()),
  /** The IP address of the request. */
  address: v.union(v.string(), v.null()),
  /** Of a page token whose signature and expiry are valid. Whether it was used is checked here. */
  pageTokenId: v.optional(v.string()),
  /** The pages around the visitor's frame, if the browser reports them. */
  sites: v.optional(v.array(v.string())),
  /** The parameter `place` of the talk page's address. */
  place: v.optional(v.string()),
  /** What the website's code says about the visitor. */
  pageFacts: v.optional(v.array(pageFact)),
  /** The notice that the visitor agreed to, and how long ago. */
  agreed: v.optional(v.object({ version: v.string(), msAgo: v.number() })),
};
export type ConversationRequest = ObjectType<typeof conversationRequest>;

export const refusedCall = v.object({
  kind: v.literal("refused"),
  code: v.string(),
  status: v.number(),
  message: v.string(),
  /** The values in the message, so that the button can write it in its own language. */
  params: v.optional(v.record(v.string(), v.union(v.string(), v.number()))),
  /** A short form of the message, if the button has no text for the code. */
  words: v.optional(v.string()),
  /** The notice to agree to first. */
  notice: v.optional(shownNotice),
  /** Set if the visitor may leave a message instead: the reason with which it is marked. */
  takesMessageFor: v.optional(literals(...UNAVAILABLE_CASES)),
});
export type RefusedCall = Infer<typeof refusedCall>;

export const TOO_MANY = refused("too_many_requests", 429, MESSAGES.tooManyRequests);
export const NOT_SERVED = refused("assistant_not_found", 404, MESSAGES.assistantNotServed);

const SITE_NOT_ALLOWED = refused("site_not_allowed", 403, MESSAGES.siteNotAllowed);
const PAGE_OUTDATED = refused("page_token_refused", 403, MESSAGES.pageOutdated);
export const USAGE_MISSING = refused("usage_missing", 503, REFUSALS.usageMissing);
export const CONSENT_NEEDED = refused("consent_needed", 403, REFUSALS.consentNeeded);

export type Served = { assistant: Doc<"assistants">; subscription: ActiveSubscription | null };

export async function findServed(
  ctx: QueryCtx,
  { embedId, ownerId }: ConversationRequest,
): Promise<Served | null> {
  if (ownerId === null) return await findLiveAssistant(ctx, embedId);
  const assistant = await findByEmbedId(ctx, embedId);
  if (assistant?.ownerId !== ownerId) return null;
  return { assistant, subscription: await findActiveSubscription(ctx, ownerId) };
}

/** Checked before the assistant's own rate limit, so that requests without a page token cannot use that up. */
export async function refusalOfPage(
  ctx: QueryCtx,
  { pageTokenId, sites = [] }: ConversationRequest,
  { assistant }: Served,
): Promise<RefusedCall | null> {
  const { allowedSites = [], onlySignedCalls } = assistant;
  if (!areAllowed(allowedSites, sites)) return SITE_NOT_ALLOWED;
  if (onlySignedCalls === true && !isSignedPageToken(pageTokenId)) {
    return { kind: "refused", code: "token_missing", status: 403, ...notSignedText(assistant) };
  }
  return pageTokenId === undefined || (await wasPageTokenUsed(ctx, pageTokenId))
    ? PAGE_OUTDATED
    : null;
}

/**
 * Null unless the visitor agreed to this version of the notice. The page reports how long ago that was, by its own clock,
 * so the time is limited to what is plausible.
 */
export function consentTo(
  { version, text, link }: ShownNotice,
  { agreed }: ConversationRequest,
  { assistant }: Served,
): NonNullable<Doc<"calls">["consent"]> | null {
  if (agreed?.version !== version) return null;
  const agreedAtMs = Math.max(Date.now() - Math.max(agreed.msAgo, 0), assistant._creationTime);
  return { version, text, privacyUrl: link?.url ?? null, agreedAtMs: Math.floor(agreedAtMs) };
}

/** Null if the address is confirmed, or if there is no mail service to confirm it. */
export async function unconfirmedLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<{ email: string; seconds: number } | null> {
  const owner = await ctx.db.get("users", ownerId);
  if (owner?.email === undefined || isAddressConfirmed(owner)) return null;
  return { email: owner.email, seconds: await unconfirmedSecondsLeft(ctx, ownerId) };
}

export async function noMinutesLeft(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  subscription: ActiveSubscription | null,
): Promise<RefusedCall> {
  if (subscription === null) {
    const left = await freeSecondsLeft(ctx, ownerId);
    const testing = freeMinutes(left.testing, TEST_MINUTES);
    const trial = freeMinutes(left.freeTrial, FREE_TRIAL_MINUTES);
    return testing.isUsedUp
      ? refusedWith("test_limit_reached", 403, { usedMinutes: testing.used })
      : refusedWith("free_trial_limit_reached", 403, {
          usedMinutes: trial.used,
          limitMinutes: FREE_TRIAL_MINUTES,
        });
  }
  const { status, spendingLimitCents } = subscription;
  if (status === "active" && spendingLimitCents !== null) {
    return refusedWith("spending_limit_reached", 403, { limitCents: spendingLimitCents });
  }
  const period = await findSubscriptionPeriod(ctx, ownerId, subscription);
  const usedMinutes = shownMinutes(period?.seconds ?? 0);
  const { includedMinutes } = currentTerms(subscription, period);
  return refusedWith("trial_minutes_used_up", 403, { usedMinutes, includedMinutes });
}

/** For an assistant that is not live. */
export async function notServed(
  ctx: QueryCtx,
  { embedId, ownerId }: Pick<ConversationRequest, "embedId" | "ownerId">,
): Promise<RefusedCall> {
  const found = ownerId === null ? await findAvailability(ctx, embedId) : null;
  if (found === null || isOver(found, Date.now()) || !takesMessages(found)) return NOT_SERVED;
  const { unavailableCase } = found;
  return unavailableCase === null
    ? NOT_SERVED
    : { ...NOT_SERVED, takesMessageFor: unavailableCase };
}

/** A visitor's refusal, with the offer to leave a message if the owner has chosen that for the case. */
export function withOffer(
  refusal: RefusedCall,
  assistant: Doc<"assistants">,
  unavailableCase: UnavailableCase,
): RefusedCall {
  const isOffered = choiceFor(conversationOf(assistant), unavailableCase) === "message";
  return isOffered && !isLandingAssistant(assistant)
    ? { ...refusal, takesMessageFor: unavailableCase }
    : refusal;
}

export function refused(code: string, status: number, message: string): RefusedCall {
  return { kind: "refused", code, status, message };
}

export function refusedWith<Code extends ParamCode>(
  code: Code,
  status: number,
  params: MessageParams[Code],
): RefusedCall {
  const [message] = EN_MESSAGES_WITH_PARAMS[code](params);
  return { kind: "refused", code, status, message, params };
}
