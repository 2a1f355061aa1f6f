/** The example call of the landing page: synthesized with the local voices, encoded by the browser. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { record } from "../../tools/demo/recordings.ts";
import { parseLines } from "../../tools/demo/conversation.ts";
import { PROJECT_ROOT } from "../../tools/start/project-root.ts";

const AUDIO = "public/example-talk.webm";
const CAPTIONS = "src/features/landing/example-call.json";
const KIND = "audio/webm;codecs=opus";
const BITS_PER_SECOND = 24_000;

const LINES = parseLines(`Hello, this is Linden Bakery. What can I do for you?
  > Hi! Are you open on Saturday? I need a birthday cake.
  On Saturdays we are open from seven to two, and a cake for Saturday is still possible. Which one would you like?
  > The strawberry one, please. Does it have nuts in it?
  It is made without nuts. We use them in the same kitchen, though, so traces are possible.
  > That's fine. I'll pick it up at ten.
  Gladly. May I have your name and a phone number?
  > Emma Bennett, 5 0 3, 5 5 5, 0 1 4 2.
  Thank you, Emma. A strawberry cake on Saturday at ten. See you then!`);

export async function makeExample(browser: Browser): Promise<void> {
  const id = "example";
  const call = { platformCallId: id, business: "bakery", conversation: { lines: LINES } };
  const recorded = must((await record([call], () => "jessica")).get(id), "the example");
  const { timing, file } = recorded;
  const lines = LINES.map(({ role, text }, index) => ({
    who: role === "user" ? "Visitor" : "Assistant",
    text: text.replaceAll(/(\d) (?=\d)/g, "$1"),
    atSeconds: Math.round((timing.lineSeconds[index] ?? 0) * 10) / 10,
  }));
  await writeFile(
    path.join(PROJECT_ROOT, CAPTIONS),
    `${JSON.stringify({ seconds: timing.seconds, lines }, null, 2)}\n`,
  );
  const opus = await encoded(browser, Buffer.from(await file.arrayBuffer()));
  await writeFile(path.join(PROJECT_ROOT, AUDIO), opus);
  console.log(`${AUDIO}  ${Math.round(opus.length / 1024)} KB, ${timing.seconds} s`);
}

/** Encodes in real time. */
async function encoded(browser: Browser, wav: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(
    async ({ source, mimeType, audioBitsPerSecond }) => {
      const bytes = Uint8Array.from(atob(source), (sign) => sign.codePointAt(0) ?? 0);
      const context = new AudioContext();
      const sound = context.createBufferSource();
      sound.buffer = await context.decodeAudioData(bytes.buffer);
      const target = context.createMediaStreamDestination();
      target.channelCount = 1;
      sound.connect(target);
      const recorder = new MediaRecorder(target.stream, { mimeType, audioBitsPerSecond });
      const parts: Blob[] = [];
      recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
      const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
      sound.addEventListener("ended", () => recorder.stop());
      await context.resume();
      recorder.start();
      sound.start();
      await stopped;
      const all = new Uint8Array(await new Blob(parts).arrayBuffer());
      let text = "";
      for (const byte of all) text += String.fromCodePoint(byte);
      return btoa(text);
    },
    { source: wav.toString("base64"), mimeType: KIND, audioBitsPerSecond: BITS_PER_SECOND },
  );
  await page.close();
  return Buffer.from(base64, "base64");
}
