/** An audio output that swallows all sound: without any output, Firefox plays nothing and says why. */
import { existsSync } from "node:fs";
import path from "node:path";
import { eventually } from "../../eventually.ts";
import { run } from "./programs.ts";
import type { Program } from "./programs.ts";

/** In a folder of its own, beside whatever plays sound on this machine already. */
export async function openNullSink(folder: string): Promise<Program> {
  const sink = run(
    "pulseaudio",
    [
      "--daemonize=no",
      "--exit-idle-time=-1",
      "-n",
      "--load=module-null-sink",
      "--load=module-native-protocol-unix",
    ],
    soundIn(folder),
  );
  await eventually(() => existsSync(path.join(folder, "pulse", "native")));
  return sink;
}

/** The environment of whoever plays into it. */
export function soundIn(folder: string): Record<string, string> {
  return { XDG_RUNTIME_DIR: folder, HOME: folder };
}
