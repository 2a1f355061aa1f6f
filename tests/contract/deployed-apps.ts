/**
 * Once per run: the apps that tests deploy, each in a data folder to copy. Bundling, pushing and analysing
 * takes seconds, and thirty files would do it each for itself.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { generateAuthKeys } from "../../local/launch/auth-keys.ts";
import { preparePublishedApi } from "../../local/stripe/published/published.ts";
import {
  APP_FOLDER,
  COMPONENTS_APP_FOLDER,
  deployInto,
  PRODUCT_FOLDER,
  RUNAWAY_APP_FOLDER,
  SITE_URL,
} from "./deployment.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** By the app's folder, a data folder in which it is deployed. */
    deployedApps: Record<string, string>;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const parent = await mkdtemp(path.join(tmpdir(), "hark-deployed-"));
  const apps = project.name === "product" ? [PRODUCT_FOLDER] : CONTRACT_APPS;
  const deploying = apps.map((app, index) => deployed(app, `${parent}/${index}`));
  // The files that need it would each make it for themselves.
  const [folders] = await Promise.all([Promise.all(deploying), preparePublishedApi()]);
  project.provide("deployedApps", Object.fromEntries(folders));
  return () => rm(parent, { recursive: true, force: true });
}

const CONTRACT_APPS = [APP_FOLDER, COMPONENTS_APP_FOLDER, RUNAWAY_APP_FOLDER, PRODUCT_FOLDER];

async function deployed(app: string, folder: string): Promise<[app: string, folder: string]> {
  const isProduct = app === PRODUCT_FOLDER;
  await deployInto(
    folder,
    app,
    isProduct ? { ...(await generateAuthKeys()), SITE_URL } : undefined,
  );
  return [app, folder];
}
