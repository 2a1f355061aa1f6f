import { env } from "../_generated/server";
import { optional } from "../lib/env";
import { languageModel } from "../vendors/vapiClient";
import { parseVoiceIds } from "../vendors/vapiVoice";
import type { VoiceConfig } from "./voiceAssistantSpec";

const WEBHOOK_PATH = "/vapi";

export function voiceConfig(): Omit<VoiceConfig, "tool" | "actions" | "reportAuth"> {
  const siteUrl = env.CONVEX_SITE_URL;
  return {
    webhookUrl: `${siteUrl}${WEBHOOK_PATH}`,
    hasPublicKey: optional("VAPI_PUBLIC_KEY") !== null,
    voiceIds: parseVoiceIds(optional("VOICE_IDS")),
    languageModel: languageModel(),
  };
}
