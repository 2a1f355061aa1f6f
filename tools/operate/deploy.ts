/** `npm run deploy -- --env-file FILE`: from keys to a running Hark; with `--preview` and `--rollback` see README.md. */
import path from "node:path";
import { LaunchError } from "../start/launch-error.ts";
import { PROJECT_ROOT } from "../start/project-root.ts";
import { readArguments } from "./arguments.ts";
import { runCommand } from "./command.ts";
import { DEPLOY_OPTIONS, DEPLOY_USAGE, readMode } from "./deploy/mode.ts";
import { promptInTerminal } from "./deploy/prompt.ts";
import { deploy } from "./deploy/steps.ts";
import { openDeployment, previewCredentialsIn, requirePreviewCredentials } from "./deployment.ts";
import { withEnvFile } from "./examine/finding.ts";
import { deployPreview } from "./preview/preview.ts";
import { requirePreview } from "./preview/require-preview.ts";
import { isPreview } from "./releases/record.ts";
import { readRelease } from "./releases/release.ts";
import { rollBack } from "./rollback/rollback.ts";

await runCommand(async (closing) => {
  const { values, settings, credentials, voices, envFile } = await readArguments(
    DEPLOY_USAGE,
    DEPLOY_OPTIONS,
  );
  const mode = readMode(values);
  const log = (line: string) => console.log(line);
  const deployment = await openDeployment(credentials, closing);
  const put = values.put ?? null;
  if (mode === "rollback") {
    const absolute = envFile === null ? null : path.resolve(process.env.INIT_CWD ?? ".", envFile);
    const rollback = { deployment, folder: PROJECT_ROOT, envFile: absolute, put, closing, log };
    return withEnvFile(await rollBack(rollback), envFile);
  }
  const release = await readRelease(PROJECT_ROOT);
  const options = {
    settings,
    outFolder: path.join(values["build-in"] ?? PROJECT_ROOT, "dist"),
    put,
    replacesVoices: values["new-voices"] === true,
    voices,
    closing,
    log,
    release,
  };
  if (mode === "preview") {
    const preview = await openDeployment(requirePreviewCredentials(settings, credentials), closing);
    const findings = await deployPreview({ ...options, live: deployment, preview });
    return withEnvFile(findings, envFile);
  }
  if (isPreview(await deployment.variables())) {
    throw new LaunchError(
      "The deployment that CONVEX_… names is a preview. Nothing was changed. Name the live one.",
    );
  }
  if (mode === "live" && previewCredentialsIn(settings) !== null) {
    const preview = await openDeployment(requirePreviewCredentials(settings, credentials), closing);
    await requirePreview(preview, release, log);
  }
  if (release.inexact !== null) log(`${release.inexact} --rollback cannot return to this release.`);
  const ask = process.stdin.isTTY ? promptInTerminal : null;
  const findings = await deploy({ ...options, deployment, ask });
  if (options.replacesVoices) {
    const file = envFile === null ? "" : ` --env-file ${envFile}`;
    log(
      `Owners still hear samples of the old voices: npm run voice-previews -- --from vapi${file}`,
    );
  }
  return withEnvFile(findings, envFile);
});
