/** The assistant's speech: sentences one after the other, frame by frame, until interrupted. */
import { sentencesOf } from "../answers/sentences.ts";
import { FRAME_SAMPLES } from "../speech/pcm.ts";

export interface Spoken {
  /** The part of the text that was played, to the word. */
  text: string;
  isWhole: boolean;
}

export interface SayOptions {
  /** Whether a visitor who begins to speak silences it, also while it is still being synthesized. */
  isInterruptible: boolean;
  /** Its first sentence has been synthesized. */
  onReady(): void;
  /** Its first sound is taken. */
  onStart(): void;
}

export interface Mouth {
  /** Waits for the current speech, then says this. */
  say(text: string, options: SayOptions): Promise<Spoken>;
  /** The next 20 ms, or null in silence. */
  nextFrame(): Int16Array | null;
  isBusy(): boolean;
  /** Whether it says, or is about to say, something that a visitor may interrupt. */
  isInterruptible(): boolean;
  /** Stops immediately and empties the queue. */
  cut(): void;
}

export type Speak = (text: string) => Promise<Int16Array>;

interface Sentence {
  text: string;
  samples: Int16Array | null;
  played: number;
}

interface Utterance {
  sentences: Sentence[];
  hasStarted: boolean;
  options: SayOptions;
  finish: (spoken: Spoken) => void;
}

export function createMouth(speak: Speak, onError: (error: unknown) => void): Mouth {
  const utterances: Utterance[] = [];

  /** One sentence ahead of the voice is enough, and leaves the synthesizer to other calls. */
  const prepare = async (utterance: Utterance) => {
    for (const [index, sentence] of utterance.sentences.entries()) {
      if (!utterances.includes(utterance)) return;
      sentence.samples = await speak(sentence.text).catch((error: unknown) => {
        onError(error);
        return new Int16Array();
      });
      if (index === 0) utterance.options.onReady();
    }
  };

  const end = (utterance: Utterance, isWhole: boolean) => {
    utterances.splice(utterances.indexOf(utterance), 1);
    const heard = utterance.sentences.map(playedText).filter((text) => text !== "");
    utterance.finish({ text: heard.join(" "), isWhole });
  };

  return {
    say(text, options) {
      return new Promise((finish) => {
        const sentences = sentencesOf(text).map((sentence) => ({
          text: sentence,
          samples: null,
          played: 0,
        }));
        const utterance: Utterance = { sentences, hasStarted: false, options, finish };
        utterances.push(utterance);
        void prepare(utterance);
      });
    },
    nextFrame() {
      const [utterance] = utterances;
      if (utterance === undefined) return null;
      const sentence = utterance.sentences.find((one) => !isSpoken(one));
      if (sentence === undefined) {
        end(utterance, true);
        return null;
      }
      if (sentence.samples === null) return null;
      if (!utterance.hasStarted) {
        utterance.hasStarted = true;
        utterance.options.onStart();
      }
      const frame = new Int16Array(FRAME_SAMPLES);
      frame.set(sentence.samples.subarray(sentence.played, sentence.played + FRAME_SAMPLES));
      sentence.played += FRAME_SAMPLES;
      return frame;
    },
    isBusy: () => utterances.length > 0,
    isInterruptible: () => utterances[0]?.options.isInterruptible === true,
    cut() {
      for (const utterance of [...utterances]) end(utterance, false);
    },
  };
}

function isSpoken({ samples, played }: Sentence): boolean {
  return samples !== null && played >= samples.length;
}

function playedText(sentence: Sentence): string {
  if (isSpoken(sentence)) return sentence.text;
  const words = sentence.text.split(" ");
  const share = sentence.played / Math.max(sentence.samples?.length ?? 0, 1);
  return words.slice(0, Math.floor(words.length * share)).join(" ");
}
