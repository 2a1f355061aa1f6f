/** A deployment for cases that run on any: a local one or, with `npm run verify`, a real one (docs/verify.md). */
import { openRemoteDeployment } from "../verify/remote-deployment.ts";
import { remote } from "../verify/remote.ts";
import type { Need } from "../verify/remote.ts";
import { cliEnvironment } from "./deployment.ts";
import type { LocalDeployment } from "./deployment.ts";
import { startLocalDeployment } from "./local-deployment.ts";

export { COMPONENTS_APP_FOLDER, PRODUCT_FOLDER } from "./deployment.ts";

/** A case that uses what a real deployment lacks is not run there. */
export interface AnyDeployment extends Pick<
  LocalDeployment,
  "cli" | "cliIn" | "signToken" | "restart" | "close"
> {
  backend: Pick<LocalDeployment["backend"], "url" | "siteUrl" | "adminKey" | "isIdle"> & {
    setEnvironment(variables: Record<string, string>): Promise<void>;
  };
  clock: Pick<LocalDeployment["clock"], "now" | "advance">;
  /** A URL by which functions can reach a server of this machine. */
  forFunctions(address: string): string;
  /** The environment that names it to the CLI. */
  cliEnvironment(): NodeJS.ProcessEnv;
  /** Begins a case that only the local backend can run. */
  onlyHere(need?: Need): void;
}

/** Other apps than the fixture need their own variables. On a real deployment the runner has pushed the app. */
export async function startDeployment(
  app?: string,
  environment?: Record<string, string>,
): Promise<AnyDeployment> {
  if (remote?.convex !== undefined) return openRemoteDeployment(remote.convex, environment);
  const local = await startLocalDeployment(app, environment);
  return Object.assign(local, {
    forFunctions: (address: string) => address,
    cliEnvironment: () => cliEnvironment(local.backend),
    onlyHere: () => undefined,
  });
}
