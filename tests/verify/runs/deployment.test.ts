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
  "components, sign-in and Hark are tried one after the other on the same deployment",
  RUN_PATIENCE,
  async () => {
    const parts = ["Components", "Sign-in", "Hark"].flatMap((part) => ["--part", part]);
    const { code, said } = await runs.verify(keysOf(backend), ["--yes", ...parts]);
    expect(said).toContain("It gets no keys of Stripe or Vapi.");
    const run = await runs.results();
    expect(run.filter(({ result }) => result === "failed")).toEqual([]);
    const countOf = (file: string) => run.filter((one) => one.file === file).length;
    expect(code).toBe(0);
    expect(countOf("tests/contract/handles.test.ts")).toBeGreaterThan(10);
    expect(countOf("tests/contract/auth.test.ts")).toBe(10);
    expect(countOf("tests/verify/product.cases.ts")).toBe(5);
  },
);

test("what was interrupted, or broke, is removed", RUN_PATIENCE, async () => {
  const interrupted = await runs.verify(keysOf(backend), ["--yes"], " RUN ");
  expect(interrupted.code).toBe(130);
  expect(interrupted.said).toContain("removing what this run has made");

  await backend.setEnvironment({ HARK_VERIFY_RUN: "hark-verify-lost", CONTRACT_JWKS: "x" });
  const refused = await runs.verify(keysOf(backend), ["--yes"]);
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining("hark-verify-lost")]);
  const cleaned = await runs.verify(keysOf(backend), ["--clean"]);
  expect([cleaned.code, cleaned.said]).toEqual([
    0,
    expect.stringContaining("removed what hark-verify-lost had left"),
  ]);
  expect((await runs.verify(keysOf(backend), ["--clean"])).said).toContain("nothing was left");
});

test("a deployment that is in use is refused, and left as it is", RUN_PATIENCE, async () => {
  await backend.setEnvironment({ SITE_URL: "https://example.com" });
  for (const args of [["--yes"], ["--clean"]]) {
    const { code, said } = await runs.verify(keysOf(backend), args);
    expect([code, said]).toEqual([2, expect.stringContaining("it holds variables SITE_URL")]);
  }
  const key = { ...keysOf(backend), CONVEX_SELF_HOSTED_ADMIN_KEY: "another" };
  expect((await runs.verify(key, ["--yes"])).said).toContain("does not take the key");
});
