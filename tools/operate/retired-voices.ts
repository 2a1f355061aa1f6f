/**
 * ElevenLabs withdraws its Default voices and names a successor for each: "What are Default voices?" in its help center, and
 * https://elevenlabs.io/docs/overview/capabilities/voices. Seven of ours are among them. Charlotte is a Legacy voice, which it
 * already answers with another one. See docs/fidelity/vapi.md, C30.
 */
import { type VoiceId, VOICES } from "../../convex/shared/voices.ts";
import type { Variables } from "./deployment.ts";

/** They can be used for the last time on this day. */
export const LAST_DAY = "2026-12-31";

const SUCCESSORS: Partial<Record<VoiceId, string>> = {
  jessica: "g7LVvkPWALzPxOQbF6OE",
  charlie: "jSuBIjxMKhqIfb0wCK1F",
  daniel: "fnYMz3F5gMEDGMWcH1ex",
  lily: "22N9cF8z0o7y23njdyaY",
  sarah: "OZ0L6eISlOejga3XjDFt",
  liam: "ktkP7Nsj67dw2zcplQYt",
  brian: "8dEUmyPMdDdK91vboYih",
};

/** The names of the voices that end then and have not been replaced. */
export function endingVoices(variables: Variables): string[] {
  const replaced = replacedVoices(variables);
  return VOICES.filter(({ id, providerVoiceId }) => {
    const current = replaced[id] ?? providerVoiceId;
    return SUCCESSORS[id] !== undefined && current === providerVoiceId;
  }).map(({ name }) => name);
}

/** This `VOICE_IDS` with the successors of the voices that end. Voices that the operator has replaced stay as they are. */
export function withSuccessors(current = ""): string {
  const own = Object.entries(replacedVoices({ VOICE_IDS: current })).filter(
    ([id, voiceId]) => VOICES.find((voice) => voice.id === id)?.providerVoiceId !== voiceId,
  );
  return JSON.stringify({ ...SUCCESSORS, ...Object.fromEntries(own) });
}

/** An invalid value is reported with the variables. */
export function replacedVoices({ VOICE_IDS = "" }: Variables): Record<string, string | undefined> {
  try {
    return JSON.parse(VOICE_IDS) as Record<string, string>;
  } catch {
    return {};
  }
}
