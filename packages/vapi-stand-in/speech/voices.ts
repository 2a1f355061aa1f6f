/** Twelve distinguishable voices, derived from the synthesizer's few speakers: eight of ElevenLabs and four of Vapi's own. */
export interface FliteSettings {
  speaker: "slt" | "rms" | "kal16";
  /** Mean pitch in Hz; the speaker's own when absent. */
  pitchHz?: number;
  /** Above 1 is slower. */
  stretch?: number;
}

export const VOICES = {
  jessica: { speaker: "slt", pitchHz: 210, stretch: 0.92 },
  charlotte: { speaker: "slt", pitchHz: 150, stretch: 1.08 },
  lily: { speaker: "slt", pitchHz: 250, stretch: 1.05 },
  sarah: { speaker: "slt" },
  charlie: { speaker: "kal16", pitchHz: 140, stretch: 0.95 },
  daniel: { speaker: "rms" },
  liam: { speaker: "rms", stretch: 0.85 },
  brian: { speaker: "kal16" },
  savannah: { speaker: "slt", pitchHz: 185, stretch: 1.2 },
  kai: { speaker: "kal16", pitchHz: 175, stretch: 1.05 },
  elliot: { speaker: "rms", stretch: 1.2 },
  nico: { speaker: "kal16", pitchHz: 125, stretch: 1.25 },
} as const satisfies Record<string, FliteSettings>;

export type VoiceName = keyof typeof VOICES;

/** The ids of the voices that the product offers, at their providers. */
export const PROVIDER_IDS: Record<VoiceName, string> = {
  jessica: "cgSgspJ2msm6clMCkdW9",
  charlotte: "XB0fDUnXU5powFXDhCwa",
  lily: "pFZP5JQG7iQjIQuC4Bku",
  sarah: "EXAVITQu4vr4xnSDxMaL",
  charlie: "IKne3meq5aSn9XLyUdCD",
  daniel: "onwK4e9ZLuTAKqWW03F9",
  liam: "TX3LPaxmHKxFdv7VOQHJ",
  brian: "nPczCjzI2devNBz1zQrb",
  savannah: "Savannah",
  kai: "Kai",
  elliot: "Elliot",
  nico: "Nico",
};

export const VOICE_NAMES = Object.keys(VOICES) as VoiceName[];

const BY_PROVIDER_ID = new Map(VOICE_NAMES.map((name) => [PROVIDER_IDS[name], name]));

/** Any other voice of any provider is given one of these, always the same. */
export function voiceFor(voiceId: string): VoiceName {
  const known = BY_PROVIDER_ID.get(voiceId) ?? VOICE_NAMES.find((name) => name === voiceId);
  if (known !== undefined) return known;
  const sum = Buffer.from(voiceId).reduce((total, byte) => total + byte, 0);
  return VOICE_NAMES[sum % VOICE_NAMES.length] ?? "jessica";
}
