import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runUnlessUpToDate } from "./up-to-date.ts";

/** File systems store times less precisely than the clock shows them. */
const CLOCK_STEP_MS = 20;

let folder: string;
let state: unknown;
let timesMade: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-up-to-date-"));
  await mkdir(path.join(folder, "data"));
  await mkdir(path.join(folder, "project/src/app"), { recursive: true });
  for (const file of ["src/app/page.ts", "package.json", "README.md"]) await write(file, "1");
  state = { backendUrl: "http://127.0.0.1:1" };
  timesMade = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string) => writeFile(path.join(folder, "project", file), text);

async function start(duringMake = async () => {}): Promise<number> {
  await pause(CLOCK_STEP_MS);
  await runUnlessUpToDate({
    projectRoot: path.join(folder, "project"),
    stampFile: path.join(folder, "data", "app.stamp"),
    folders: ["src"],
    state: () => state,
    async run() {
      timesMade += 1;
      await duringMake();
    },
  });
  return timesMade;
}

test("the step is skipped while nothing has changed", async () => {
  expect([await start(), await start()]).toEqual([1, 1]);
});

test.each<[string, () => Promise<unknown>]>([
  ["a changed file", () => write("src/app/page.ts", "2")],
  ["a new file", () => write("src/app/new.ts", "1")],
  ["a removed file", () => rm(path.join(folder, "project/src/app/page.ts"))],
  ["a changed file in the root", () => write("package.json", "2")],
  ["a variable in .env.local", () => write(".env.local", "VITE_SUPPORT_EMAIL=b@example.com")],
  ["another address", async () => void (state = { backendUrl: "http://127.0.0.1:2" })],
])("%s makes the step run again, once", async (_, change) => {
  await start();
  await pause(CLOCK_STEP_MS);
  await change();
  expect([await start(), await start()]).toEqual([2, 2]);
});

test("the backend's URL in .env.local and a Markdown file do not make the step run again", async () => {
  await start();
  await pause(CLOCK_STEP_MS);
  await write(".env.local", "CONVEX_SELF_HOSTED_URL=http://127.0.0.1:1\n");
  await write("README.md", "2");
  expect(await start()).toBe(1);
});

test("the step runs again after a change during the run, and after a failure", async () => {
  await start(async () => {
    await pause(CLOCK_STEP_MS);
    await write("src/app/page.ts", "2");
  });
  expect(await start()).toBe(2);
  await write("src/app/page.ts", "3");
  await expect(start(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect([await start(), await start()]).toEqual([4, 4]);
});
