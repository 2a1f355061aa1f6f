import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { exitCode } from "../../local/launch/child-process.ts";
import { keepingEnvFile, newPlace, startHark } from "../started-hark.ts";
import type { Memory, Place } from "../started-hark.ts";
import type { Bench, Figure } from "./bench.ts";
import { median } from "./median.ts";

const ROUNDS = 3;
/** What a start leaves behind is gone by then. */
const IDLE_AFTER_MS = 45_000;

interface Start extends Memory {
  readyMs: number;
}

/** `npm start`, on its first data and again, beside Node that does nothing. */
export const bench: Bench = {
  title: "Starting",
  async measure() {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-start-"));
    try {
      return await keepingEnvFile(async () => {
        const place = await newPlace(dataFolder);
        const bareMs: number[] = [];
        const starts: Start[] = [];
        // The first one on a data folder makes everything.
        for (let round = 0; round <= ROUNDS; round += 1) {
          bareMs.push(await bareNode());
          starts.push(await start(place));
        }
        const [first, ...others] = starts;
        const node = { name: "Node that does nothing", value: median(bareMs) };
        const figure = (name: string, unit: string, values: (number | undefined)[]): Figure => ({
          name,
          unit,
          value: median(values.map(Number)),
          ...(unit === "ms" && { baseline: node }),
        });
        return [
          figure("Ready, all made anew", "ms", [first?.readyMs]),
          figure(
            "... when nothing has changed",
            "ms",
            others.map(({ readyMs }) => readyMs),
          ),
          figure("Resident in all processes, all made anew", "MB", [first?.resident]),
          figure(
            "... when nothing has changed",
            "MB",
            others.map(({ resident }) => resident),
          ),
          figure(
            "... what is shared counted once",
            "MB",
            others.map((one) => one.proportional),
          ),
        ];
      });
    } finally {
      await rm(dataFolder, { recursive: true, force: true });
    }
  },
};

async function start(place: Place): Promise<Start> {
  const hark = await startHark(place);
  await new Promise((resolve) => setTimeout(resolve, IDLE_AFTER_MS));
  const memory = hark.memory();
  await hark.interrupt();
  return { readyMs: hark.readyMs, ...memory };
}

async function bareNode(): Promise<number> {
  const startedMs = performance.now();
  await exitCode(spawn(process.execPath, ["--eval", ""]));
  return performance.now() - startedMs;
}
