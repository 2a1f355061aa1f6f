/** A deployment for the tests of one file: a copy of what `deployed-apps.ts` deployed for all of them. */
import { inject } from "vitest";
import { APP_FOLDER, openDeployment } from "./deployment.ts";
import type { LocalDeployment } from "./deployment.ts";

export { COMPONENTS_APP_FOLDER, PRODUCT_FOLDER, RUNAWAY_APP_FOLDER } from "./deployment.ts";
export type { LocalDeployment } from "./deployment.ts";

/** An app other than the fixture brings the variables that it needs. */
export async function startLocalDeployment(
  app = APP_FOLDER,
  environment?: Record<string, string>,
): Promise<LocalDeployment> {
  return openDeployment({ app, environment, copyOf: inject("deployedApps")[app] });
}
