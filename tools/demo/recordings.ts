/** Synthesizes recordings of the newest calls, whose lines begin when the transcript says. */
import { join, SAMPLE_RATE, secondsOf } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import type { VoiceName } from "@hark/vapi-stand-in/speech/voices";
import { toWav } from "@hark/vapi-stand-in/speech/wav";
import { randomFrom } from "./seeded-random.ts";
import { PAUSE_SECONDS } from "./planned-call.ts";
import type { PlannedCall, Timing } from "./planned-call.ts";

const FIRST_WORD_SECONDS = 0.4;
const LAST_SECONDS = 0.6;
/** Pauses in a recording are shorter than real ones. */
const PAUSE_FACTOR = 0.4;

const CALLERS: readonly [VoiceName, ...VoiceName[]] = ["daniel", "lily", "brian", "charlotte"];

export interface Recorded {
  file: Blob;
  timing: Timing;
}

interface CallToRecord extends Pick<PlannedCall, "platformCallId" | "business"> {
  conversation: Pick<PlannedCall["conversation"], "lines">;
}

export async function record(calls: CallToRecord[], voiceOf: (business: string) => string) {
  const synthesizer = openSynthesizer();
  const recorded = new Map<string, Recorded>();
  try {
    for (const { platformCallId, business, conversation } of calls) {
      const caller = randomFrom(platformCallId).pick(CALLERS);
      const voices = { assistant: voiceOf(business) as VoiceName, user: caller };
      const parts = [silence(FIRST_WORD_SECONDS)];
      const lineSeconds: number[] = [];
      for (const [index, { role, text }] of conversation.lines.entries()) {
        if (index > 0) parts.push(silence(PAUSE_SECONDS[role] * PAUSE_FACTOR));
        lineSeconds.push(parts.reduce((sum, part) => sum + secondsOf(part), 0));
        parts.push(await synthesizer.speak(text, voices[role]));
      }
      const sound = join([...parts, silence(LAST_SECONDS)]);
      recorded.set(platformCallId, {
        file: new Blob([new Uint8Array(toWav(sound))], { type: "audio/wav" }),
        timing: { lineSeconds, seconds: Math.ceil(secondsOf(sound)) },
      });
    }
  } finally {
    await synthesizer.close();
  }
  return recorded;
}

function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * SAMPLE_RATE));
}
