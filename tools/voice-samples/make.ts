/** Creates the voice previews that the product serves: `npm run voice-previews`, from the local voices, or
 * `npm run voice-previews -- --from elevenlabs`, from the real ones, with the key in ELEVENLABS_API_KEY.
 * They are WAV files, because every browser plays these and every MP3 encoder on npm is under the LGPL. At 16 kHz and
 * less than two seconds they are small enough.
 */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { samplesOf } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { ELEVENLABS_IDS, VOICE_NAMES } from "@hark/vapi-stand-in/speech/voices";
import type { VoiceName } from "@hark/vapi-stand-in/speech/voices";
import { toWav } from "@hark/vapi-stand-in/speech/wav";

const FOLDER = path.resolve(import.meta.dirname, "../public/voice-previews");
const ELEVENLABS_URL = "https://api.elevenlabs.io/v1/text-to-speech";
const ELEVENLABS_MODEL = "eleven_turbo_v2_5";

type Speak = (text: string, voice: VoiceName) => Promise<Int16Array>;

export function previewText(voice: VoiceName): string {
  return `Hello, I am ${voice.charAt(0).toUpperCase()}${voice.slice(1)}.`;
}

export async function writePreviews(folder: string, speak: Speak): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const voice of VOICE_NAMES) {
    await writeFile(
      path.join(folder, `${voice}.wav`),
      toWav(await speak(previewText(voice), voice)),
    );
  }
}

export function elevenLabs(key: string, request: typeof fetch): Speak {
  return async (text, voice) => {
    const response = await request(
      `${ELEVENLABS_URL}/${ELEVENLABS_IDS[voice]}?output_format=pcm_16000`,
      {
        method: "POST",
        headers: { "xi-api-key": key, "Content-Type": "application/json" },
        body: JSON.stringify({ text, model_id: ELEVENLABS_MODEL }),
      },
    );
    if (!response.ok) {
      throw new Error(
        `ElevenLabs answered ${response.status} for ${voice}: ${await response.text()}`,
      );
    }
    return samplesOf(new Uint8Array(await response.arrayBuffer()));
  };
}

async function main(args: string[]): Promise<void> {
  if (args.length === 0) {
    const synthesizer = openSynthesizer();
    await writePreviews(FOLDER, synthesizer.speak);
    await synthesizer.close();
    return;
  }
  if (args.join(" ") !== "--from elevenlabs") {
    throw new Error(`The only option is --from elevenlabs, not: ${args.join(" ")}`);
  }
  const key = process.env.ELEVENLABS_API_KEY ?? "";
  if (key === "")
    throw new Error("ELEVENLABS_API_KEY must hold the key of the account that has the voices");
  await writePreviews(FOLDER, elevenLabs(key, fetch));
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
