export const VOICES = [
  { id: "jessica", name: "Jessica", description: "Warm and conversational" },
  { id: "charlie", name: "Charlie", description: "Relaxed and friendly" },
  { id: "charlotte", name: "Charlotte", description: "Composed and elegant" },
  { id: "daniel", name: "Daniel", description: "Clear and authoritative" },
  { id: "lily", name: "Lily", description: "Gentle and bright" },
  { id: "sarah", name: "Sarah", description: "Soft and professional" },
  { id: "liam", name: "Liam", description: "Energetic and direct" },
  { id: "brian", name: "Brian", description: "Deep and calm" },
] as const;

type VoiceId = (typeof VOICES)[number]["id"];

export const DEFAULT_VOICE: VoiceId = "jessica";
