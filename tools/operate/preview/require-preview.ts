/** What becomes live is what was previewed, where a preview is set up. */
import { LaunchError } from "../../start/launch-error.ts";
import type { Deployment } from "../deployment.ts";
import { previewedIn } from "../releases/record.ts";
import { describeRelease } from "../releases/release.ts";
import type { WorkingRelease } from "../releases/release.ts";
import { inexactText } from "./preview.ts";

const OTHERWISE = "Nothing was changed. To deploy it untried, add --without-preview.";

export async function requirePreview(
  preview: Deployment,
  release: WorkingRelease,
  log: (line: string) => void,
): Promise<void> {
  if (release.inexact !== null)
    throw new LaunchError(`${inexactText(release.inexact)}\n${OTHERWISE}`);
  const previewed = previewedIn(await preview.variables());
  if (previewed === null) {
    throw new LaunchError(
      `No preview of ${describeRelease(release)} has passed. Run the same command with --preview first.\n${OTHERWISE}`,
    );
  }
  if (previewed.commit !== release.commit) {
    throw new LaunchError(
      [
        `The preview that passed was of ${describeRelease(previewed)}, and this folder has ${describeRelease(release)}.`,
        `Preview this one (run the same command with --preview), or check the other out: git checkout ${String(previewed.commit)}`,
        OTHERWISE,
      ].join("\n"),
    );
  }
  log(`The preview of ${describeRelease(release)} passed on ${previewed.at.slice(0, 10)}.`);
}
