/** `npm run doctor -- --env-file FILE`: checks a deployment and says how to fix each fault. */
import { readArguments } from "./arguments.ts";
import { runCommand } from "./command.ts";
import { openDeployment } from "./deployment.ts";
import { examine } from "./examine/examine.ts";
import { withEnvFile } from "./examine/finding.ts";

const USAGE = "npm run doctor -- --env-file FILE";

await runCommand(async (closing) => {
  const { credentials, voices, envFile } = await readArguments(USAGE, {});
  const deployment = await openDeployment(credentials, closing);
  return withEnvFile(await examine({ deployment, voices }), envFile);
});
