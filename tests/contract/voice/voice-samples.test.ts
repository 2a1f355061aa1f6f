/** `npm run voice-previews -- --from vapi`, which has the voice platform say its samples in calls over a WebSocket. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { secondsOf } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { fromWav } from "@hark/vapi-stand-in/speech/wav";
import type { Patience } from "../../../tools/voices/record-call.ts";
import { voiceSamples, writeSamples } from "../../../tools/voices/samples.ts";
import type { Sample } from "../../../tools/voices/samples.ts";
import { trimSilence } from "../../../tools/voices/sound.ts";
import { speakByVapi } from "../../../tools/voices/speak-by-vapi.ts";
import { eventually } from "../../eventually.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";

let voice: TestPlatform;
let folder: string;
beforeAll(async () => {
  voice = await openTestPlatform();
  folder = await temporaryFolder("voice-samples");
});
afterAll(async () => {
  await voice.close();
  await removeFolder(folder);
});
beforeEach(() => voice.control("reset", {}));

interface CallView {
  status: string;
  endedReason: string;
  assistant: { voice: { voiceId: string } };
}

const account = (privateKey = voice.platform.privateKey) => ({
  apiUrl: voice.platform.url,
  privateKey,
});
const speak = (sample: Sample, patience?: Patience) => speakByVapi(account(), patience)(sample);
const calls = async () => (await voice.request("GET", "/call")).body as CallView[];
const [JESSICA = never(), ...REST] = voiceSamples({});
const SAVANNAH = REST.find(({ name }) => name === "Savannah") ?? never();

function never(): never {
  throw new Error("There is no such voice");
}

test("[C35] the command has voices, successors and fallback voices say who they are, and ends each call", async () => {
  const some = ["Jessica", "Lily", "Savannah", "Nico"];
  const samples = voiceSamples({ jessica: "her-successor" }).filter(({ name }) =>
    some.includes(name),
  );
  await writeSamples(folder, samples, (sample) => speak(sample));
  const files = (await readdir(folder)).sort();
  expect(files).toEqual(["jessica.wav", "lily.wav", "nico.wav", "savannah.wav"]);
  const synthesizer = openSynthesizer();
  for (const [file, name] of [
    ["lily.wav", "lily"],
    ["savannah.wav", "savannah"],
    ["nico.wav", "nico"],
  ] as const) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const spoken = trimSilence(await synthesizer.speak(`Hello, I am ${title}.`, name));
    const heard = fromWav(await readFile(path.join(folder, file)));
    expect(Math.abs(secondsOf(heard) - secondsOf(spoken)), name).toBeLessThan(0.05);
    expect(heard.subarray(0, 8000)).toEqual(spoken.subarray(0, 8000));
  }
  await synthesizer.close();
  const made = await calls();
  expect(made.map(({ assistant }) => assistant.voice.voiceId).reverse()).toEqual(
    samples.map((sample) => sample.voice.voiceId),
  );
  expect(samples[0]?.voice.voiceId).toBe("her-successor");
  for (const call of made) {
    expect(call).toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
    expect(call).toMatchObject({ artifactPlan: { recordingEnabled: false } });
  }
});

test("[C35] if one sample fails, the files of before stay as they are", async () => {
  const old = path.join(folder, JESSICA.file);
  await writeFile(old, "old");
  const failing = writeSamples(folder, [JESSICA, SAVANNAH], async (sample) => {
    if (sample === SAVANNAH) throw new Error("withdrawn");
    return await speak(sample);
  });
  await expect(failing).rejects.toThrow("withdrawn");
  expect(await readFile(old, "utf8")).toBe("old");
});

test("[C35] a wrong key is named, with where to take the right one", async () => {
  const speaking = speakByVapi(account("wrong"))(JESSICA);
  await expect(speaking).rejects.toThrow("rejects the key. Take the private key");
});

test("[C35] a refused call names the voice, the platform's words and the way to replace it", async () => {
  await voice.control("concurrency-limit", { limit: 0 });
  const refused = speak(JESSICA);
  await expect(refused).rejects.toThrow("No sample of Jessica was made, and no file was changed");
  await expect(refused).rejects.toThrow("Over Concurrency Limit.");
  await expect(refused).rejects.toThrow('VOICE_IDS={"jessica":"<voice id>"}');
  await voice.control("concurrency-limit", { limit: 10 });
});

test("[C35] a voice that was withdrawn ends the call, and the command says why", async () => {
  const reason = "call.in-progress.error-vapifault-eleven-labs-voice-failed";
  const speaking = speak({ ...JESSICA, text: " " });
  const failed = expect(speaking).rejects.toThrow(`the call ended: ${reason}`);
  await eventually(async () => {
    const { calls: live } = (await voice.control("state")) as {
      calls: { id: string; hasSocket: boolean }[];
    };
    const call = live.find(({ hasSocket }) => hasSocket);
    if (call === undefined) return false;
    await voice.control(`calls/${call.id}/hang-up`, { reason });
    return true;
  });
  await failed;
  await expect(speaking).rejects.toThrow("cgSgspJ2msm6clMCkdW9 no longer exists, replace it");
});

test("[C35] a fallback voice that says nothing within the time is named, and its call is ended", async () => {
  const silent = speak({ ...SAVANNAH, text: " " }, { maxWaitMs: 300, maxSpeechMs: 1 });
  await expect(silent).rejects.toThrow("nothing was heard within 0.3 seconds");
  await expect(silent).rejects.toThrow("Savannah no longer exists, name another of Vapi's voices");
  expect(await calls()).toMatchObject([{ status: "ended" }]);
});
