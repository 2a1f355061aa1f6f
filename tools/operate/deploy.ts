/** `npm run deploy -- --env-file FILE [--put COMMAND] [--new-voices]`: from keys to a running Hark. */
import path from "node:path";
import { PROJECT_ROOT } from "../start/project-root.ts";
import { readArguments } from "./arguments.ts";
import { runCommand } from "./command.ts";
import { openDeployment } from "./deployment.ts";
import { promptInTerminal } from "./deploy/prompt.ts";
import { deploy } from "./deploy/steps.ts";
import { withEnvFile } from "./examine/finding.ts";

const USAGE =
  "npm run deploy -- --env-file FILE [--put 'command that uploads dist'] [--new-voices]";

await runCommand(async (closing) => {
  const { values, settings, credentials, voices, envFile } = await readArguments(USAGE, {
    put: { type: "string" },
    "new-voices": { type: "boolean" },
  });
  const findings = await deploy({
    deployment: await openDeployment(credentials, closing),
    settings,
    ask: process.stdin.isTTY ? promptInTerminal : null,
    outFolder: path.join(PROJECT_ROOT, "dist"),
    put: values.put ?? null,
    replacesVoices: values["new-voices"] === true,
    voices,
    closing,
    log: (line) => console.log(line),
  });
  return withEnvFile(findings, envFile);
});
