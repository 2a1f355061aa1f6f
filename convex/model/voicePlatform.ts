import { env } from "../_generated/server";
import { optional, required } from "../env";
import { voicePlatform, type VoicePlatform } from "../platforms/vapi";
import { parseVoiceIds, type Surroundings } from "./voiceAssistantSpec";

const API_URL = "https://api.vapi.ai";
export const WEBHOOK_PATH = "/vapi";

export function ourVoicePlatform(): VoicePlatform {
  return voicePlatform({
    apiUrl: optional("VAPI_API_URL") ?? API_URL,
    privateKey: required("VAPI_PRIVATE_KEY"),
  });
}

export function voiceSurroundings(): Omit<Surroundings, "tool" | "proof"> {
  const siteUrl = env.CONVEX_SITE_URL;
  return {
    webhookUrl: `${siteUrl}${WEBHOOK_PATH}`,
    voiceIds: parseVoiceIds(optional("VOICE_IDS")),
  };
}
