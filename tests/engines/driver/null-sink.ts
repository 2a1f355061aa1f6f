/** An audio output that discards all sound. Without an output, Firefox plays nothing and logs errors. */
import { existsSync } from "node:fs";
import path from "node:path";
import { eventually } from "../../eventually.ts";
import { run } from "./programs.ts";
import type { Program } from "./programs.ts";

/** Runs in its own folder, independently of the machine's own sound server. */
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

/** The environment of programs that use it. */
export function soundIn(folder: string): Record<string, string> {
  return { XDG_RUNTIME_DIR: folder, HOME: folder };
}
