/** A folder that all test files of a run share; deployed-app.ts uses it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { preparePublishedApi } from "@hark/stripe-stand-in/published/published";

declare module "vitest" {
  export interface ProvidedContext {
    sharedFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "hark-tests-"));
  project.provide("sharedFolder", folder);
  // Creates the cache that every worker reads.
  await preparePublishedApi();
  return () => rm(folder, { recursive: true, force: true });
}
