/** `npm run deploy -- --preview`: deploys this release to a second deployment and tries it there. */
import { LaunchError } from "../../start/launch-error.ts";
import { deployedStates, refuseNewer } from "../../start/migrations.ts";
import type { Deployment } from "../deployment.ts";
import { deploy } from "../deploy/steps.ts";
import type { DeployOptions } from "../deploy/steps.ts";
import { changedVariables } from "../deploy/variables.ts";
import { findingsOn, hasFault } from "../examine/finding.ts";
import type { Finding } from "../examine/finding.ts";
import type { Facts } from "../examine/target.ts";
import { isPreview, recordPreviewed } from "../releases/record.ts";
import { describeRelease } from "../releases/release.ts";
import type { WorkingRelease } from "../releases/release.ts";
import { leftoversIn, previewSettings } from "./settings.ts";
import { smoke } from "./smoke.ts";

export interface PreviewOptions extends Omit<DeployOptions, "deployment" | "release" | "ask"> {
  live: Deployment;
  preview: Deployment;
  release: WorkingRelease;
}

const { ok, fault } = findingsOn("release");

/** The live deployment is read, and never changed. */
export async function deployPreview(options: PreviewOptions): Promise<Finding[]> {
  const { live, preview, release, settings, log } = options;
  if (release.inexact !== null) throw new LaunchError(inexactText(release.inexact));
  const present = await preview.variables();
  if (!isPreview(present)) await refuseInUse(preview);
  await refuseNewerPreview(preview);
  const liveVariables = await live.variables();
  const { variables, build } = previewSettings(settings, {
    ...liveVariables,
    ...changedVariables(settings, liveVariables),
  });
  // From here on it may contain anything, until this preview has passed.
  await recordPreviewed(preview, null);
  for (const name of leftoversIn(present, variables)) await preview.removeVariable(name);
  const findings = await deploy({
    ...options,
    deployment: preview,
    release: null,
    settings: { ...variables, ...build },
    ask: null,
  });
  log("Trying the main paths.");
  const facts = (await preview.run("operator:facts")) as Facts;
  const appUrl = variables.SITE_URL ?? "";
  findings.push(...(await smoke({ facts, appUrl, version: release.version })));
  if (hasFault(findings)) {
    const message = `The preview of ${describeRelease(release)} failed. It stays at ${appUrl}.`;
    const fix = "Fix the faults above and preview again. The live deployment was not changed.";
    return [...findings.map(forPreview), fault("preview-failed", message, fix)];
  }
  await recordPreviewed(preview, release);
  const message = `The preview of ${describeRelease(release)} passed. Try it at ${appUrl}.`;
  const passed = { ...ok("preview-passed", message), fix: "Make it live: npm run deploy" };
  return [...findings.map(forPreview), passed];
}

/** The doctor's commands would change the live deployment, which the operator's file names. */
export function forPreview({ fix, ...finding }: Finding): Finding {
  if (fix === undefined) return finding;
  const own = fix
    .replaceAll(/npx convex env set (\w+)/g, "Set PREVIEW_$1")
    .replaceAll(/npx convex env remove (\w+)/g, "Remove $1 from the live deployment's settings")
    .replaceAll(/npx convex (run [\w:]+)/g, "For the preview's deployment, convex $1")
    .replaceAll(/npm run deploy( --(?= --))?/g, "npm run deploy -- --preview");
  return { ...finding, fix: own };
}

/** A name for a deployment can be mistaken, and this one may have customers. */
async function refuseInUse(preview: Deployment): Promise<void> {
  try {
    await preview.run("operator:facts");
  } catch (error) {
    if (String(error).includes("Could not find function")) return;
    throw error;
  }
  throw new LaunchError(
    "The deployment that PREVIEW_CONVEX_… names runs Hark and is no preview, so it may be a live one. Nothing was " +
      "changed. Name an empty deployment.",
  );
}

/** There is no backup of a preview, and nothing in it that anybody needs. */
async function refuseNewerPreview(preview: Deployment): Promise<void> {
  const states = await deployedStates((name) => preview.run(name));
  try {
    refuseNewer(states, "The preview's data");
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    throw new LaunchError(`${error.message}\nOr name another, empty deployment for the preview.`);
  }
}

export function inexactText(reason: string): string {
  return `${reason}\nA preview is of a commit, so that exactly it can be made live and gone back to. Commit the changes first.`;
}
