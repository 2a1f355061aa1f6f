/** Calls with sound, all at once: each frame of both sides is looked for on the other one. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { api } from "../../../convex/_generated/api";
import { sentencesOf } from "../../../local/voice/answers/sentences.ts";
import { recordingFile } from "../../../local/voice/calls/recording-links.ts";
import { bytesOf, FRAME_SAMPLES } from "../../../local/voice/speech/pcm.ts";
import { openSynthesizer } from "../../../local/voice/speech/synthesizer.ts";
import type { Synthesizer } from "../../../local/voice/speech/synthesizer.ts";
import { WAV_HEADER_BYTES } from "../../../local/voice/speech/wav.ts";
import { eventually } from "../../eventually.ts";
import { QUESTION } from "../../fixtures/speech.ts";
import type { Outcome } from "./outcome.ts";
import type { Owner } from "./owners.ts";
import type { RunningHark } from "./running-hark.ts";
import { framesOf, talk } from "./visitor.ts";
import type { Talked } from "./visitor.ts";

const VOICE = "jessica";
const VISITORS_VOICE = "daniel";
const FRAME_BYTES = 2 * FRAME_SAMPLES;

export interface Talks {
  minted: Outcome;
  firstSound: Outcome;
  answers: Outcome;
  frames: { toVisitors: number; late: number; lost: number; toAssistants: number; unheard: number };
  errors: string[];
}

export interface TalksWanted {
  owners: readonly Owner[];
  count: number;
  /** Over so long their questions are spread. */
  asksWithinMs: number;
}

export async function talkAtOnce(
  hark: RunningHark,
  { owners, count, asksWithinMs }: TalksWanted,
): Promise<Talks> {
  const synthesizer = openSynthesizer();
  const question = await synthesizer.speak(QUESTION, VISITORS_VOICE);
  const callers = Array.from({ length: count }, (_, at) => owners[at % owners.length]);
  const begun = callers.flatMap((owner, at) =>
    owner === undefined
      ? []
      : talk(hark, {
          owner,
          address: `203.0.113.${at + 1}`,
          question,
          asksAfterMs: (asksWithinMs * at) / count,
        }),
  );
  const settled = await Promise.allSettled(begun);
  const talked = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = settled.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  const uncounted = await uncountedOf(owners, Math.ceil(count / owners.length));
  const frames = await framesIn(hark, { talked, question, synthesizer });
  await synthesizer.close();
  const of = (timeOf: (one: Talked) => number) => ({ timesMs: talked.map(timeOf), errors: [] });
  return {
    minted: of(({ mintedMs }) => mintedMs),
    firstSound: of(({ firstSoundMs }) => firstSoundMs),
    answers: of(({ answerMs }) => answerMs),
    frames,
    errors: [...failed, ...uncounted],
  };
}

/** Whose newest calls are not over and counted, though all were left. */
async function uncountedOf(owners: readonly Owner[], callsEach: number): Promise<string[]> {
  const areOver = async ({ client }: Owner) => {
    const calls = await client.query(api.calls.recentCalls);
    return calls.slice(0, callsEach).every(({ status }) => status === "ended");
  };
  const waited = await Promise.allSettled(owners.map((owner) => eventually(() => areOver(owner))));
  return waited.flatMap((one) => (one.status === "rejected" ? ["A call did not end"] : []));
}

interface Heard {
  talked: readonly Talked[];
  question: Int16Array;
  synthesizer: Synthesizer;
}

async function framesIn({ dataFolder }: RunningHark, { talked, question, synthesizer }: Heard) {
  const asked = framesOf(question);
  const frames = { toVisitors: 0, late: 0, lost: 0, toAssistants: 0, unheard: 0 };
  for (const { platformCallId, said, heardFrames, lateFrames } of talked) {
    const spoken = await framesToSay(said, synthesizer);
    frames.toVisitors += spoken;
    frames.late += lateFrames;
    frames.lost += Math.max(0, spoken - heardFrames);
    // While the assistant is silent, the recording is what the microphone sent.
    const file = recordingFile(path.join(dataFolder, "voice", "recordings"), platformCallId);
    const recorded = framesOnDisk(await readFile(file));
    frames.toAssistants += asked.length;
    frames.unheard += asked.filter((frame) => !recorded.has(textOf(bytesOf(frame)))).length;
  }
  return frames;
}

async function framesToSay(said: readonly string[], synthesizer: Synthesizer): Promise<number> {
  let frames = 0;
  for (const sentence of said.flatMap(sentencesOf)) {
    const { length } = await synthesizer.speak(sentence, VOICE);
    frames += Math.ceil(length / FRAME_SAMPLES);
  }
  return frames;
}

function framesOnDisk(file: Buffer): Set<string> {
  const frames = new Set<string>();
  for (let at = WAV_HEADER_BYTES; at < file.length; at += FRAME_BYTES) {
    frames.add(textOf(file.subarray(at, at + FRAME_BYTES)));
  }
  return frames;
}

function textOf(bytes: Buffer): string {
  return bytes.toString("latin1");
}
