/** A deployment for the tests of one file: a copy of the app that is deployed once per run. */
import { APP_FOLDER, openDeployment } from "./deployment.ts";
import { deployedApp } from "./deployed-app.ts";
import type { LocalDeployment } from "./deployment.ts";

export { COMPONENTS_APP_FOLDER, PRODUCT_FOLDER, RUNAWAY_APP_FOLDER } from "./deployment.ts";
export type { LocalDeployment } from "./deployment.ts";

/** Other apps than the fixture need their own variables. */
export async function startLocalDeployment(
  app = APP_FOLDER,
  environment?: Record<string, string>,
): Promise<LocalDeployment> {
  return openDeployment({ app, environment, copyOf: await deployedApp(app) });
}
