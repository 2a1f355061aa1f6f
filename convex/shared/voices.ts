/** The voice platform's own voices, which it calls by their names. Calls use them when ElevenLabs has withdrawn a voice. */
const SAVANNAH = { name: "Savannah", previewUrl: "/voice-previews/savannah.wav" } as const;
const KAI = { name: "Kai", previewUrl: "/voice-previews/kai.wav" } as const;
const ELLIOT = { name: "Elliot", previewUrl: "/voice-previews/elliot.wav" } as const;
const NICO = { name: "Nico", previewUrl: "/voice-previews/nico.wav" } as const;

/** `providerVoiceId` is the voice at ElevenLabs. The environment can replace it (VOICE_IDS). */
export const VOICES = [
  {
    id: "jessica",
    name: "Jessica",
    gender: "female",
    providerVoiceId: "cgSgspJ2msm6clMCkdW9",
    fallback: SAVANNAH,
    description: "Warm and conversational",
    previewUrl: "/voice-previews/jessica.wav",
  },
  {
    id: "charlie",
    name: "Charlie",
    gender: "male",
    providerVoiceId: "IKne3meq5aSn9XLyUdCD",
    fallback: KAI,
    description: "Relaxed and friendly",
    previewUrl: "/voice-previews/charlie.wav",
  },
  {
    id: "charlotte",
    name: "Charlotte",
    gender: "female",
    providerVoiceId: "XB0fDUnXU5powFXDhCwa",
    fallback: SAVANNAH,
    description: "Composed and elegant",
    previewUrl: "/voice-previews/charlotte.wav",
  },
  {
    id: "daniel",
    name: "Daniel",
    gender: "male",
    providerVoiceId: "onwK4e9ZLuTAKqWW03F9",
    fallback: ELLIOT,
    description: "Clear and authoritative",
    previewUrl: "/voice-previews/daniel.wav",
  },
  {
    id: "lily",
    name: "Lily",
    gender: "female",
    providerVoiceId: "pFZP5JQG7iQjIQuC4Bku",
    fallback: SAVANNAH,
    description: "Gentle and bright",
    previewUrl: "/voice-previews/lily.wav",
  },
  {
    id: "sarah",
    name: "Sarah",
    gender: "female",
    providerVoiceId: "EXAVITQu4vr4xnSDxMaL",
    fallback: SAVANNAH,
    description: "Soft and professional",
    previewUrl: "/voice-previews/sarah.wav",
  },
  {
    id: "liam",
    name: "Liam",
    gender: "male",
    providerVoiceId: "TX3LPaxmHKxFdv7VOQHJ",
    fallback: NICO,
    description: "Energetic and direct",
    previewUrl: "/voice-previews/liam.wav",
  },
  {
    id: "brian",
    name: "Brian",
    gender: "male",
    providerVoiceId: "nPczCjzI2devNBz1zQrb",
    fallback: ELLIOT,
    description: "Deep and calm",
    previewUrl: "/voice-previews/brian.wav",
  },
] as const;

export type VoiceId = (typeof VOICES)[number]["id"];

export type FallbackVoice = (typeof VOICES)[number]["fallback"];

export const DEFAULT_VOICE: VoiceId = "jessica";
