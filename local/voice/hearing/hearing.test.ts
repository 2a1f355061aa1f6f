import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../must.ts";
import { FRAME_SAMPLES, join, SAMPLE_RATE } from "../speech/pcm.ts";
import { openSynthesizer } from "../speech/synthesizer.ts";
import type { Synthesizer } from "../speech/synthesizer.ts";
import { findPocketsphinx } from "./pocketsphinx.ts";
import { chooseRecognizer, isMark, recognizeTurn } from "./recognizer.ts";
import { createTurnDetector } from "./turn-detector.ts";
import { openVoiceActivity } from "./voice-activity.ts";

let synthesizer: Synthesizer;
const recognizer = await findPocketsphinx();

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
    if (change !== null) changes.push(change);
  }
  activity.close();
  expect(changes).toEqual(["started", "stopped", "started", "stopped"]);
});

const withPocketsphinx = test.skipIf(recognizer === null && process.env.CI === undefined);

withPocketsphinx("[H2] an installed recognizer understands a question word for word", async () => {
  const question = await synthesizer.speak("What are your opening hours?", "daniel");
  const words = recognizeTurn(must(recognizer, "pocketsphinx"), question, never);
  expect(await words).toBe("what are your opening hours");
});

withPocketsphinx("[H2] a turn that nobody wants any more is given up", async () => {
  const closing = new AbortController();
  const scribe = must(recognizer, "pocketsphinx").listen(closing.signal);
  scribe.hear(second);
  closing.abort();
  await expect(scribe.finish()).rejects.toThrow("aborted");
});

test("[H3] without a recognizer a turn is marked by its length", async () => {
  const chosen = await chooseRecognizer({
    endpoint: undefined,
    isPocketsphinxAllowed: false,
    log: () => {},
  });
  const text = await recognizeTurn(chosen, second, never);
  expect(text).toBe("[speech, 1.0 s]");
  expect([isMark(text), isMark("what are your opening hours")]).toEqual([true, false]);
});

test("[H4] a configured endpoint hears the turn, and when it fails the turn is still heard", async () => {
  const requests: { url: string | undefined; key: string | undefined; bytes: number }[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url, headers } = request;
      requests.push({ url, key: headers.authorization, bytes: Buffer.concat(chunks).length });
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ text: " Hello there. " }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const lines: string[] = [];
  const chosen = await chooseRecognizer({
    endpoint: { baseUrl: `http://127.0.0.1:${port}/v1/`, key: "k", model: "whisper-1" },
    isPocketsphinxAllowed: false,
    log: (line) => lines.push(line),
  });

  expect(await recognizeTurn(chosen, second, never)).toBe("Hello there.");
  expect(requests).toMatchObject([{ url: "/v1/audio/transcriptions", key: "Bearer k" }]);
  expect(requests[0]?.bytes).toBeGreaterThan(2 * SAMPLE_RATE);
  status = 500;
  expect(await recognizeTurn(chosen, second, never)).toBe("[speech, 1.0 s]");
  expect(lines).toMatchObject([expect.stringContaining("answered 500")]);
  await new Promise((resolve) => server.close(resolve));
});
