/** A folder that all test files of a run share; deployed-app.ts uses it. */
import type { TestProject } from "vitest/node";
import { preparePublishedApi } from "@hark/stripe-stand-in/published/published";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

declare module "vitest" {
  export interface ProvidedContext {
    sharedFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder("tests");
  project.provide("sharedFolder", folder);
  // Creates the cache that every worker reads.
  await preparePublishedApi();
  return () => removeFolder(folder);
}
