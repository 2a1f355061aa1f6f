/** `npm run deploy -- --rollback`: makes the release before the live one live again, with its own `npm run deploy`. */
import { spawn } from "node:child_process";
import path from "node:path";
import type { Closing } from "../../start/closing.ts";
import { LaunchError } from "../../start/launch-error.ts";
import type { Deployment } from "../deployment.ts";
import { findingsOn } from "../examine/finding.ts";
import type { Finding } from "../examine/finding.ts";
import { releasesIn } from "../releases/record.ts";
import type { RecordedRelease } from "../releases/record.ts";
import { describeRelease } from "../releases/release.ts";
import { openCheckout } from "./checkout.ts";

export interface RollbackOptions {
  deployment: Deployment;
  /** The project, in which the app is built and from which it is uploaded. */
  folder: string;
  /** Absolute; null if the shell has the settings. */
  envFile: string | null;
  put: string | null;
  closing: Closing;
  log: (line: string) => void;
}

const { ok, fault } = findingsOn("release");

export async function rollBack(options: RollbackOptions): Promise<Finding[]> {
  const { deployment, folder, envFile, closing, log } = options;
  const [live, former] = releasesIn(await deployment.variables());
  const target = requireFormer(live, former);
  log(`Going back from ${describeRelease(target.live)} to ${describeRelease(target)}.`);
  const checkout = await openCheckout({ folder, commit: target.commit, closing, log });
  const code = await runDeploy(checkout, options);
  const [now] = releasesIn(await deployment.variables());
  if (now?.commit !== target.commit) {
    throw new LaunchError(
      [
        `${describeRelease(target.live)} is still live, for the reason above.`,
        "If the data was changed for the newer release, restore the backup from before its update, and roll back again. What",
        "owners and visitors have done since then is lost:",
        `  npx convex import${envFile === null ? "" : ` --env-file ${envFile}`} --replace-all backup.zip`,
        "Otherwise mend the newer release and deploy it.",
      ].join("\n"),
    );
  }
  const message = `${describeRelease(target)} is live again.`;
  if (code === 0) return [ok("rolled-back", message)];
  const reason = `${message} Its deploy did not end well, for the reasons above.`;
  // Another --rollback would go back one more.
  const fix = `Mend them. To repeat its deploy: git checkout ${target.commit}, npm ci, npm run deploy -- --without-preview`;
  return [fault("rolled-back-with-faults", reason, fix)];
}

interface Former extends RecordedRelease {
  commit: string;
  live: RecordedRelease;
}

function requireFormer(live?: RecordedRelease, former?: RecordedRelease): Former {
  if (live === undefined) {
    throw new LaunchError(
      "This deployment has no record of a release, so there is none to go back to. npm run deploy makes the record.",
    );
  }
  if (former === undefined) {
    throw new LaunchError(
      `There is nothing to go back to: ${describeRelease(live)} is the oldest release on record.`,
    );
  }
  const { commit } = former;
  if (commit !== null) return { ...former, commit, live };
  throw new LaunchError(
    `The release before, ${describeRelease(former)} of ${former.at.slice(0, 10)}, was deployed from a folder that was not ` +
      "committed, so nothing says which code it was. Check out the version that you want, and run " +
      "npm run deploy -- --without-preview.",
  );
}

/** A release knows its own migrations, prices and build best. */
async function runDeploy(checkout: string, { folder, envFile, put }: RollbackOptions) {
  const args = ["--import", "tsx", path.join("tools", "operate", "deploy.ts"), "--without-preview"];
  args.push("--build-in", folder);
  if (envFile !== null) args.push("--env-file", envFile);
  if (put !== null) args.push("--put", put);
  const child = spawn(process.execPath, args, { cwd: checkout, stdio: "inherit" });
  return await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}
