/**
 * `providerVoiceId` is the voice at ElevenLabs, which the environment can replace (VOICE_IDS). `fallback` is one of the voice
 * platform's own voices, which calls use if ElevenLabs has withdrawn the first.
 */
export const VOICES = [
  {
    id: "jessica",
    name: "Jessica",
    gender: "female",
    providerVoiceId: "cgSgspJ2msm6clMCkdW9",
    fallback: "Savannah",
    description: "Warm and conversational",
    previewUrl: "/voice-previews/jessica.wav",
  },
  {
    id: "charlie",
    name: "Charlie",
    gender: "male",
    providerVoiceId: "IKne3meq5aSn9XLyUdCD",
    fallback: "Kai",
    description: "Relaxed and friendly",
    previewUrl: "/voice-previews/charlie.wav",
  },
  {
    id: "charlotte",
    name: "Charlotte",
    gender: "female",
    providerVoiceId: "XB0fDUnXU5powFXDhCwa",
    fallback: "Savannah",
    description: "Composed and elegant",
    previewUrl: "/voice-previews/charlotte.wav",
  },
  {
    id: "daniel",
    name: "Daniel",
    gender: "male",
    providerVoiceId: "onwK4e9ZLuTAKqWW03F9",
    fallback: "Elliot",
    description: "Clear and authoritative",
    previewUrl: "/voice-previews/daniel.wav",
  },
  {
    id: "lily",
    name: "Lily",
    gender: "female",
    providerVoiceId: "pFZP5JQG7iQjIQuC4Bku",
    fallback: "Savannah",
    description: "Gentle and bright",
    previewUrl: "/voice-previews/lily.wav",
  },
  {
    id: "sarah",
    name: "Sarah",
    gender: "female",
    providerVoiceId: "EXAVITQu4vr4xnSDxMaL",
    fallback: "Savannah",
    description: "Soft and professional",
    previewUrl: "/voice-previews/sarah.wav",
  },
  {
    id: "liam",
    name: "Liam",
    gender: "male",
    providerVoiceId: "TX3LPaxmHKxFdv7VOQHJ",
    fallback: "Nico",
    description: "Energetic and direct",
    previewUrl: "/voice-previews/liam.wav",
  },
  {
    id: "brian",
    name: "Brian",
    gender: "male",
    providerVoiceId: "nPczCjzI2devNBz1zQrb",
    fallback: "Elliot",
    description: "Deep and calm",
    previewUrl: "/voice-previews/brian.wav",
  },
] as const;

export type VoiceId = (typeof VOICES)[number]["id"];

/** The voice platform calls it by this name. */
export type FallbackVoice = (typeof VOICES)[number]["fallback"];

/** Where its sample is, beside those of the voices. */
export function fallbackPreviewUrl(voice: FallbackVoice): string {
  return `/voice-previews/${voice.toLowerCase()}.wav`;
}

export const DEFAULT_VOICE: VoiceId = "jessica";
