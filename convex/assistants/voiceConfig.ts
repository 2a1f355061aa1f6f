import { env } from "../_generated/server";
import { optional } from "../lib/env";
import { parseVoiceIds, type Surroundings } from "./voiceAssistantSpec";

const WEBHOOK_PATH = "/vapi";

export function voiceSurroundings(): Omit<Surroundings, "tool" | "proof"> {
  const siteUrl = env.CONVEX_SITE_URL;
  return {
    webhookUrl: `${siteUrl}${WEBHOOK_PATH}`,
    hasPublicKey: optional("VAPI_PUBLIC_KEY") !== null,
    voiceIds: parseVoiceIds(optional("VOICE_IDS")),
  };
}
