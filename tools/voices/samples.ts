/** The samples of voices that owners hear: of the eight voices, and of those that calls fall back to. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { toWav } from "@hark/vapi-stand-in/speech/wav";
import { fallbackPreviewUrl, VOICES } from "../../convex/shared/voices.ts";
import { fallbackVoiceSpec, providerVoiceSpec } from "../../convex/vendors/vapiVoice.ts";
import type { VoiceIds } from "../../convex/vendors/vapiVoice.ts";
import { trimSilence } from "./sound.ts";

export interface Sample {
  /** Of the voice. */
  name: string;
  file: string;
  text: string;
  /** As the voice platform names it. */
  voice: { provider: string; voiceId: string };
  /** What the operator can do if the voice no longer exists. */
  fix: string;
}

export type Speak = (sample: Sample) => Promise<Int16Array>;

export function voiceSamples(voiceIds: VoiceIds): Sample[] {
  const sample = (
    voice: { name: string; previewUrl: string },
    rest: Pick<Sample, "voice" | "fix">,
  ) => ({
    name: voice.name,
    file: path.basename(voice.previewUrl),
    text: `Hello, I am ${voice.name}.`,
    ...rest,
  });
  const fallbacks = new Set(VOICES.map(({ fallback }) => fallback));
  return [
    ...VOICES.map((voice) =>
      sample(voice, {
        voice: providerVoiceSpec(voice.id, voiceIds),
        fix: `replace it: npm run deploy -- --new-voices, or VOICE_IDS={"${voice.id}":"<voice id>"}.`,
      }),
    ),
    ...[...fallbacks].map((voice) =>
      sample(
        { name: voice, previewUrl: fallbackPreviewUrl(voice) },
        {
          voice: fallbackVoiceSpec(voice),
          fix: "name another of Vapi's voices in convex/shared/voices.ts.",
        },
      ),
    ),
  ];
}

/**
 * One after the other, since each may take one of the calls that visitors could have. Writes nothing before all are made.
 * WAV files, because every browser plays these and every MP3 encoder on npm is under the LGPL. At 16 kHz and less than two
 * seconds they are small enough.
 */
export async function writeSamples(
  folder: string,
  samples: readonly Sample[],
  speak: Speak,
): Promise<void> {
  const files: [string, Buffer][] = [];
  for (const sample of samples) files.push([sample.file, toWav(trimSilence(await speak(sample)))]);
  await mkdir(folder, { recursive: true });
  for (const [file, content] of files) await writeFile(path.join(folder, file), content);
}
