/**
 * Makes the samples of voices in public/voice-previews: `npm run voice-previews` with the local voices,
 * `npm run voice-previews -- --from vapi --env-file FILE` with those that a deployment's calls have.
 */
import path from "node:path";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { voiceFor } from "@hark/vapi-stand-in/speech/voices";
import { parseVoiceIds } from "../../convex/vendors/vapiVoice.ts";
import { readArguments } from "../operate/arguments.ts";
import { runTask } from "../operate/command.ts";
import { openDeployment } from "../operate/deployment.ts";
import { voiceAccessFrom } from "../operate/vendors.ts";
import type { Closing } from "../start/closing.ts";
import { LaunchError } from "../start/launch-error.ts";
import { PROJECT_ROOT } from "../start/project-root.ts";
import { voiceSamples, writeSamples } from "./samples.ts";
import { speakByVapi } from "./speak-by-vapi.ts";

const USAGE = "npm run voice-previews [-- --from vapi --env-file FILE]";
const FOLDER = path.join(PROJECT_ROOT, "public/voice-previews");

await runTask(process.argv.length === 2 ? makeLocally : makeByVapi);

async function makeLocally(closing: Closing): Promise<void> {
  const synthesizer = openSynthesizer();
  closing.add(() => synthesizer.close());
  await writeSamples(FOLDER, voiceSamples({}), ({ text, voice }) =>
    synthesizer.speak(text, voiceFor(voice.voiceId)),
  );
}

async function makeByVapi(closing: Closing): Promise<void> {
  const { values, credentials } = await readArguments(USAGE, { from: { type: "string" } });
  if (values.from !== "vapi") throw new LaunchError(USAGE);
  const variables = await (await openDeployment(credentials, closing)).variables();
  const account = voiceAccessFrom(variables);
  if (account.privateKey === "") {
    throw new LaunchError("The deployment has no VAPI_PRIVATE_KEY. npm run deploy sets it.");
  }
  const speak = speakByVapi(account);
  const samples = voiceSamples(voiceIdsIn(variables.VOICE_IDS ?? null));
  await writeSamples(FOLDER, samples, (sample) => {
    console.log(`${sample.name} (${sample.voice.voiceId})`);
    return speak(sample);
  });
  console.log(
    `Made ${samples.length} samples in public/voice-previews. Listen to them, commit them, and deploy the app.`,
  );
}

function voiceIdsIn(text: string | null) {
  try {
    return parseVoiceIds(text);
  } catch (error) {
    throw new LaunchError(error instanceof Error ? error.message : String(error));
  }
}
