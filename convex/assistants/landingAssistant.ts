/**
 * The demo assistant on the landing page. Like every assistant it has an owner, so that the code for visitors needs no
 * exception. That owner has no address and no sign-in method, so nobody can sign in, and nobody is mailed or billed.
 */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { optionalCount, required } from "../lib/env";
import { DEFAULT_CONVERSATION, CONVERSATION_NUMBERS } from "../shared/conversation";
import {
  LANDING_RETENTION_DAYS,
  LANDING_EMBED_ID,
  LANDING_MAX_CALL_MINUTES,
  LANDING_MINUTES_A_DAY,
} from "../shared/landingAssistant";
import { LANDING_GOAL, LANDING_GREETING, landingPrompt } from "../shared/landingTexts";
import { readPrivacyUrl } from "../shared/privacyNotice";
import { PRODUCT_NAME } from "../shared/productName";
import { siteFromUrl } from "./allowedSites";
import { findByEmbedId, saveAssistant, startSync } from "./assistants";
import type { AssistantContent } from "./versionTable";
import { changedFields, contentOf, saveFirstVersion } from "./versions";

/** No other assistant can have this embed id, because `insertAssistant` accepts only UUIDs. */
export function isLandingAssistant({ embedId }: Pick<Doc<"assistants">, "embedId">): boolean {
  return embedId === LANDING_EMBED_ID;
}

/** Whether it is switched on, and exists at the voice platform. */
export function isLandingAssistantOpen({ voiceAssistantId }: Doc<"assistants">): boolean {
  return landingMinutesADay() > 0 && voiceAssistantId !== undefined;
}

/**
 * Creates the assistant, or updates it. Can be called repeatedly. If it is switched off, the assistant stays but visitors
 * do not see it. Returns whether it is on.
 */
export async function updateLandingAssistant(ctx: MutationCtx): Promise<boolean> {
  if (landingMinutesADay() === 0) return false;
  const content = landingContent();
  const existing = await findByEmbedId(ctx, LANDING_EMBED_ID);
  if (existing === null) await insertLandingAssistant(ctx, content);
  else if (changedFields(contentOf(existing), content).length > 0) {
    await saveAssistant(ctx, existing, content);
  } else if (existing.voiceSync?.state === "failed") await startSync(ctx, existing);
  return true;
}

async function insertLandingAssistant(ctx: MutationCtx, content: AssistantContent): Promise<void> {
  const ownerId = await ctx.db.insert("users", { name: PRODUCT_NAME });
  const identity = { ownerId, embedId: LANDING_EMBED_ID, published: true };
  const assistantId = await ctx.db.insert("assistants", { ...content, ...identity });
  await saveFirstVersion(ctx, assistantId, { ...content, ownerId });
  await startSync(ctx, { _id: assistantId });
}

function landingContent(): AssistantContent {
  const site = required("SITE_URL");
  const allowed = siteFromUrl(site);
  return {
    name: PRODUCT_NAME,
    systemPrompt: landingPrompt(),
    assistantGoal: LANDING_GOAL,
    voice: "lily",
    widgetColor: "#3b82f6",
    widgetIcon: "mic",
    widgetSize: "large",
    recordsCalls: false,
    callsKeptDays: LANDING_RETENTION_DAYS,
    notice: { language: "en", text: null, privacyUrl: readPrivacyUrl(`${site}/privacy`) },
    // Other sites could use up the landing page's minutes.
    allowedSites: allowed === null ? [] : [allowed],
    talk: {
      ...DEFAULT_CONVERSATION,
      language: "en",
      greeting: LANDING_GREETING,
      longestCallMinutes: LANDING_MAX_CALL_MINUTES,
      minutesADay: Math.min(landingMinutesADay(), CONVERSATION_NUMBERS.minutesADay.most),
    },
  };
}

/** 0 switches off everything that visitors of the landing page can try. */
export function landingMinutesADay(): number {
  return optionalCount("LANDING_MINUTES_A_DAY", 0) ?? LANDING_MINUTES_A_DAY;
}
