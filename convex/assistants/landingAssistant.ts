/**
 * The demo assistant on the landing page. It has an owner's row as every assistant has, so that all that serves visitors takes it
 * as it is; but that row has no address and no account, so that nobody signs in as it, writes to it or bills it.
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

/** Nobody else's can have this embed id: `insertAssistant` takes none that is no UUID. */
export function isLandingAssistant({ embedId }: Pick<Doc<"assistants">, "embedId">): boolean {
  return embedId === LANDING_EMBED_ID;
}

/** Not switched off, and there is somebody to talk to. */
export function isLandingAssistantOpen({ voiceAssistantId }: Doc<"assistants">): boolean {
  return minutesADay() > 0 && voiceAssistantId !== undefined;
}

/**
 * Done as often as anybody likes, it is there once. Switched off, what is there stays, and visitors do not see it.
 * Returns whether it is on.
 */
export async function updateLandingAssistant(ctx: MutationCtx): Promise<boolean> {
  if (minutesADay() === 0) return false;
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
    // Elsewhere it would talk the landing page's minutes away.
    allowedSites: allowed === null ? [] : [allowed],
    talk: {
      ...DEFAULT_CONVERSATION,
      language: "en",
      greeting: LANDING_GREETING,
      longestCallMinutes: LANDING_MAX_CALL_MINUTES,
      minutesADay: Math.min(minutesADay(), CONVERSATION_NUMBERS.minutesADay.most),
    },
  };
}

function minutesADay(): number {
  return optionalCount("LANDING_MINUTES_A_DAY", 0) ?? LANDING_MINUTES_A_DAY;
}
