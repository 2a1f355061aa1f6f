/** The voices of assistants, in the voice platform's format. */
import { parseJson } from "../lib/fields";
import { type FallbackVoice, type VoiceId, VOICES } from "../shared/voices";

/** Voice ids that replace those of the catalogue, by our voice's id. */
export type VoiceIds = Partial<Record<string, string>>;

/**
 * Speaks about thirty languages, following the text. The platform's default speaks only English.
 * https://docs.vapi.ai/providers/voice/elevenlabs
 */
const VOICE_MODEL = "eleven_flash_v2_5";

export function voiceSpec(id: VoiceId, voiceIds: VoiceIds) {
  const { fallback } = voiceOf(id);
  return {
    ...providerVoiceSpec(id, voiceIds),
    fallbackPlan: { voices: [fallbackVoiceSpec(fallback)] },
  };
}

export function providerVoiceSpec(id: VoiceId, voiceIds: VoiceIds) {
  return {
    provider: "11labs",
    voiceId: voiceIds[id] ?? voiceOf(id).providerVoiceId,
    model: VOICE_MODEL,
  };
}

function voiceOf(id: VoiceId) {
  return VOICES.find((candidate) => candidate.id === id) ?? VOICES[0];
}

export function fallbackVoiceSpec(voiceId: FallbackVoice) {
  // Only the second version detects the language by itself.
  return { provider: "vapi", voiceId, version: 2 };
}

/** Parses the environment variable VOICE_IDS, or throws. */
export function parseVoiceIds(text: string | null): VoiceIds {
  if (text === null) return {};
  const parsed = parseJson(text);
  if (isVoiceTable(parsed)) return parsed;
  const example = '{"jessica":"<voice id>"}';
  throw new Error(`VOICE_IDS must be JSON from our voice ids to the provider's, like ${example}`);
}

function isVoiceTable(value: unknown): value is VoiceIds {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).every(
    ([id, voiceId]) => VOICES.some((voice) => voice.id === id) && typeof voiceId === "string",
  );
}
