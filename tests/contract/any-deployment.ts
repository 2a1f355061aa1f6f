/** A deployment for cases that any can judge: on this machine, or with `npm run verify` a real one (docs/verify.md). */
import { openRemoteDeployment } from "../verify/remote-deployment.ts";
import { remote } from "../verify/remote.ts";
import type { Need } from "../verify/remote.ts";
import { cliEnvironment } from "./deployment.ts";
import type { LocalDeployment } from "./deployment.ts";
import { startLocalDeployment } from "./local-deployment.ts";

export { COMPONENTS_APP_FOLDER, PRODUCT_FOLDER } from "./deployment.ts";

/** What a real one does not have ends the case that asks for it. */
export interface AnyDeployment extends Pick<
  LocalDeployment,
  "cli" | "cliIn" | "signToken" | "restart" | "close"
> {
  backend: Pick<LocalDeployment["backend"], "url" | "siteUrl" | "adminKey" | "isIdle"> & {
    setEnvironment(variables: Record<string, string>): Promise<void>;
  };
  clock: Pick<LocalDeployment["clock"], "now" | "advance">;
  /** An address of this machine, for functions that shall reach it. */
  forFunctions(address: string): string;
  /** What names it to the CLI. */
  cliEnvironment(): NodeJS.ProcessEnv;
  /** For what is the local backend's own, or needs what a real one does not have and must not be begun without. */
  onlyHere(need?: Need): void;
}

/** An app other than the fixture brings the variables that it needs. The runner has pushed the app to a real one. */
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
