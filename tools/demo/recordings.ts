/** The newest talks, spoken: a file each, whose words stand where its transcript says. */
import { join, SAMPLE_RATE, secondsOf } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import type { VoiceName } from "@hark/vapi-stand-in/speech/voices";
import { toWav } from "@hark/vapi-stand-in/speech/wav";
import { drawFrom } from "./draw.ts";
import { PAUSE_SECONDS } from "./planned-call.ts";
import type { PlannedCall, Timing } from "./planned-call.ts";

const FIRST_WORD_SECONDS = 0.4;
const LAST_SECONDS = 0.6;
/** Nobody listens to thinking for as long as it takes. */
const PAUSES_ARE = 0.4;

const CALLERS: readonly [VoiceName, ...VoiceName[]] = ["daniel", "lily", "brian", "charlotte"];

export interface Recorded {
  file: Blob;
  timing: Timing;
}

interface Spoken extends Pick<PlannedCall, "platformCallId" | "business"> {
  talk: Pick<PlannedCall["talk"], "lines">;
}

export async function record(calls: Spoken[], voiceOf: (business: string) => string) {
  const synthesizer = openSynthesizer();
  const recorded = new Map<string, Recorded>();
  try {
    for (const { platformCallId, business, talk } of calls) {
      const caller = drawFrom(platformCallId).one(CALLERS);
      const voices = { assistant: voiceOf(business) as VoiceName, user: caller };
      const parts = [silence(FIRST_WORD_SECONDS)];
      const lineSeconds: number[] = [];
      for (const [index, { role, text }] of talk.lines.entries()) {
        if (index > 0) parts.push(silence(PAUSE_SECONDS[role] * PAUSES_ARE));
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
