/**
 * Deploys an app once per run, into a data folder to copy, because bundling and pushing takes seconds for each of
 * thirty test files. The first file that needs the app deploys it; the others wait.
 */
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { inject } from "vitest";
import { generateAuthKeys } from "../../tools/start/auth-keys.ts";
import { eventually } from "../eventually.ts";
import { deployInto, PRODUCT_FOLDER, SITE_URL, TRIAL_KEYS } from "./deployment.ts";

export async function deployedApp(app: string): Promise<string> {
  const folder = path.join(inject("sharedFolder"), path.basename(app));
  const failed = `${folder}.failed`;
  if (await isFirst(`${folder}.begun`)) {
    try {
      await deployInto(`${folder}.making`, app, await environmentOf(app));
    } catch (error) {
      await mkdir(failed);
      throw error;
    }
    await rename(`${folder}.making`, folder);
  }
  await eventually(() => existsSync(folder) || existsSync(failed));
  if (existsSync(failed)) throw new Error(`Another test file could not deploy ${app}`);
  return folder;
}

/** Only one process can create a folder. */
async function isFirst(folder: string): Promise<boolean> {
  return await mkdir(folder).then(
    () => true,
    () => false,
  );
}

async function environmentOf(app: string): Promise<Record<string, string> | undefined> {
  return app === PRODUCT_FOLDER
    ? { ...(await generateAuthKeys()), SITE_URL, TRIAL_KEYS }
    : undefined;
}
