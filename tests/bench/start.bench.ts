import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { exitCode } from "../../local/launch/child-process.ts";
import { PROJECT_ROOT } from "../../local/launch/project-root.ts";
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

/** `npm start`, on its first data, with nothing changed, and with a page, a rule, both, or the local backend, beside Node that does nothing. */
export const bench: Bench = {
  title: "Starting",
  async measure() {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-start-"));
    try {
      return await keepingEnvFile(async () => {
        const place = await newPlace(path.join(dataFolder, "used"));
        await (await startHark(place)).interrupt();
        const first: Start[] = [];
        const others: Start[] = [];
        const changed = new Map<Change, Start[]>(CHANGES.map((change) => [change, []]));
        const bareMs: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          bareMs.push(await bareNode());
          first.push(await start(await newPlace(path.join(dataFolder, `new-${round}`))));
          others.push(await start(place));
          for (const [change, starts] of changed) {
            starts.push(await withChange(change, () => start(place)));
            // So that the next one is not made anew for the end of this one.
            await (await startHark(place)).interrupt();
          }
        }
        const node = { name: "Node that does nothing", value: median(bareMs) };
        const figures = (name: string, starts: Start[]): Figure[] => [
          {
            name: `Ready, ${name}`,
            unit: "ms",
            value: median(starts.map(({ readyMs }) => readyMs)),
            baseline: node,
          },
          {
            name: "... resident in all processes",
            unit: "MB",
            value: median(starts.map(({ resident }) => resident)),
          },
          {
            name: "... what is shared counted once",
            unit: "MB",
            value: median(starts.map(({ proportional }) => proportional)),
          },
        ];
        return [
          ...figures("nothing has changed", others),
          ...[...changed].flatMap(([{ name }, starts]) => figures(name, starts)),
          ...figures("all made anew", first),
        ];
      });
    } finally {
      await rm(dataFolder, { recursive: true, force: true });
    }
  },
};

/** A file more, where what is made depends on all files. */
interface Change {
  name: string;
  files: string[];
}

const PAGE = "src/features/landing/more.ts";
const RULE = "convex/model/common/more.ts";
const CHANGES: Change[] = [
  { name: "a page has changed", files: [PAGE] },
  { name: "a rule has changed", files: [RULE] },
  { name: "a page and a rule have changed", files: [PAGE, RULE] },
  { name: "the backend has changed", files: ["local/backend/more.ts"] },
];

async function withChange<T>({ files }: Change, task: () => Promise<T>): Promise<T> {
  const added = files.map((file) => path.join(PROJECT_ROOT, file));
  for (const file of added) await writeFile(file, "export const MORE = 1;\n", { flag: "wx" });
  try {
    return await task();
  } finally {
    for (const file of added) await rm(file);
  }
}

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
