import { fileURLToPath } from "node:url";
import { bundle } from "@hark/stand-in-kit/bundle";

const CALL_MACHINE = new URL("./call-machine/call-machine.ts", import.meta.url);
const MICROPHONE = new URL("./call-machine/microphone-worklet.ts", import.meta.url);
const SPEAKER = new URL("./call-machine/speaker-worklet.ts", import.meta.url);

/** The call machine as one script, with the modules that it starts on the browser's sound thread. */
export async function bundleCallMachine(): Promise<string> {
  const [microphone, speaker] = await Promise.all([
    bundle(fileURLToPath(MICROPHONE), { where: "browser" }),
    bundle(fileURLToPath(SPEAKER), { where: "browser" }),
  ]);
  return await bundle(fileURLToPath(CALL_MACHINE), {
    where: "browser",
    constants: { WORKLETS: `${microphone}\n${speaker}` },
  });
}
