import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "../../../local/backend/backend.ts";
import type { Backend } from "../../../local/backend/backend.ts";
import { keysOf, openRuns, RUN_PATIENCE } from "./verify.ts";
import type { Runs } from "./verify.ts";

let runs: Runs;
let backend: Backend;
beforeAll(async () => {
  runs = await openRuns();
  const dataFolder = path.join(runs.folder, "backend");
  backend = await startBackend({ dataFolder, port: 0, sitePort: 0 });
});
afterAll(async () => {
  await backend.close();
  await runs.close();
});

test(
  "a deployment that holds nothing judges the contract cases, and holds nothing afterwards",
  RUN_PATIENCE,
  async () => {
    const { code, said } = await runs.verify(keysOf(backend), ["--yes", "--part", "Convex"]);
    expect(said).toContain(`deploys the cases' own app to ${backend.url}`);
    const run = await runs.results();
    expect(run.filter(({ result }) => result === "failed")).toEqual([]);
    expect([code, run.length > 400]).toEqual([0, true]);
    expect(run).toContainEqual(
      expect.objectContaining({ result: "not run", why: "it moves the clock" }),
    );
    const report = await readFile(path.join(runs.folder, "verify-report.md"), "utf8");
    expect(report).toMatch(/^\| Q6 \| .* \| passed \|/m);
    // Else this would be refused.
    expect(
      (await runs.verify(keysOf(backend), ["--yes", "--part", "Convex", "--only", "[F2] time"]))
        .code,
    ).toBe(0);
    expect((await runs.results()).length).toBe(run.length);
  },
);
