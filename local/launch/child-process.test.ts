import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScript } from "./child-process.ts";
import { createClosing } from "./closing.ts";
import { PROJECT_ROOT } from "./project-root.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-script-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Once it has been given its place: what it reads ends after that. */
const TELL_PRIORITY = `
  const os = require("node:os");
  const { existsSync, readFileSync } = require("node:fs");
  process.stdin.resume().on("end", () => {
    const session = "/proc/self/autogroup";
    console.log(os.getPriority(), existsSync(session) ? readFileSync(session, "utf8").trim() : "");
  });
`;

async function priorityOf(isPatient: boolean): Promise<string> {
  const file = path.join(folder, "tell.cjs");
  await writeFile(file, TELL_PRIORITY);
  const { isOk, printed } = await runScript({
    script: path.relative(path.join(PROJECT_ROOT, "node_modules"), file),
    args: [],
    env: process.env,
    closing: createClosing(() => undefined),
    input: "",
    isPatient,
  });
  expect(isOk).toBe(true);
  return printed.trim();
}

test("a patient script lets others go first, in its own session and in the system", async () => {
  const [patient, other] = [await priorityOf(true), await priorityOf(false)];
  expect(Number.parseInt(patient, 10)).toBeGreaterThan(Number.parseInt(other, 10));
  const weightOf = (text: string) => / nice (-?\d+)$/.exec(text)?.[1];
  if (weightOf(other) === undefined) return;
  expect(Number(weightOf(patient))).toBeGreaterThan(Number(weightOf(other)));
});
