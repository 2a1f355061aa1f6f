/** How much memory a Hark takes once nobody uses it: npm, the launcher and whatever else it has left running. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { eventually } from "../eventually.ts";
import { keepingEnvFile, newPlace, startHark } from "../started-hark.ts";

const [NODE_VERSION = 0] = process.versions.node.split(".").map(Number);
/** Newer versions of Node take more memory in each process: docs/performance.md. */
const BUDGET_MB = NODE_VERSION < 22 ? 220 : NODE_VERSION < 24 ? 250 : 290;
const PATIENCE_MS = 240_000;

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-start-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test.runIf(process.platform === "linux")(
  "an idle Hark takes no more than its budget",
  async () => {
    await keepingEnvFile(async () => {
      const place = await newPlace(dataFolder);
      await (await startHark(place)).interrupt();
      // Nothing has changed: neither the bundler nor what a push leaves behind is there.
      const hark = await startHark(place);
      await eventually(() => hark.memory().resident <= BUDGET_MB);
      await hark.interrupt();
    });
  },
  PATIENCE_MS,
);
