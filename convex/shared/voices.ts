/**
 * `providerVoiceId` is the voice at ElevenLabs. `fallbackVoiceId` is one of the voice platform's own voices, used when
 * ElevenLabs has retired the first. The environment can replace either (VOICE_IDS).
 */
export const VOICES = [
  {
    id: "jessica",
    name: "Jessica",
    gender: "female",
    providerVoiceId: "cgSgspJ2msm6clMCkdW9",
    fallbackVoiceId: "Savannah",
    description: "Warm and conversational",
    previewUrl: "/voice-previews/jessica.wav",
  },
  {
    id: "charlie",
    name: "Charlie",
    gender: "male",
    providerVoiceId: "IKne3meq5aSn9XLyUdCD",
    fallbackVoiceId: "Kai",
    description: "Relaxed and friendly",
    previewUrl: "/voice-previews/charlie.wav",
  },
  {
    id: "charlotte",
    name: "Charlotte",
    gender: "female",
    providerVoiceId: "XB0fDUnXU5powFXDhCwa",
    fallbackVoiceId: "Savannah",
    description: "Composed and elegant",
    previewUrl: "/voice-previews/charlotte.wav",
  },
  {
    id: "daniel",
    name: "Daniel",
    gender: "male",
    providerVoiceId: "onwK4e9ZLuTAKqWW03F9",
    fallbackVoiceId: "Elliot",
    description: "Clear and authoritative",
    previewUrl: "/voice-previews/daniel.wav",
  },
  {
    id: "lily",
    name: "Lily",
    gender: "female",
    providerVoiceId: "pFZP5JQG7iQjIQuC4Bku",
    fallbackVoiceId: "Savannah",
    description: "Gentle and bright",
    previewUrl: "/voice-previews/lily.wav",
  },
  {
    id: "sarah",
    name: "Sarah",
    gender: "female",
    providerVoiceId: "EXAVITQu4vr4xnSDxMaL",
    fallbackVoiceId: "Savannah",
    description: "Soft and professional",
    previewUrl: "/voice-previews/sarah.wav",
  },
  {
    id: "liam",
    name: "Liam",
    gender: "male",
    providerVoiceId: "TX3LPaxmHKxFdv7VOQHJ",
    fallbackVoiceId: "Nico",
    description: "Energetic and direct",
    previewUrl: "/voice-previews/liam.wav",
  },
  {
    id: "brian",
    name: "Brian",
    gender: "male",
    providerVoiceId: "nPczCjzI2devNBz1zQrb",
    fallbackVoiceId: "Elliot",
    description: "Deep and calm",
    previewUrl: "/voice-previews/brian.wav",
  },
] as const;

export type VoiceId = (typeof VOICES)[number]["id"];

export const DEFAULT_VOICE: VoiceId = "jessica";
