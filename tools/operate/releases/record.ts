/**
 * What a deployment remembers about releases, in two of its environment variables. They are there for every machine that
 * deploys, and stay when a backup is restored.
 */
import { LaunchError } from "../../start/launch-error.ts";
import type { Deployment, Variables } from "../deployment.ts";
import type { Release } from "./release.ts";

export interface RecordedRelease extends Release {
  /** ISO time. */
  at: string;
}

/** The live release and those before it, newest first. */
const LIVE = "HARK_RELEASES";
/** Marks a preview deployment, and names the release that passed there. Empty braces while none has. */
const PREVIEWED = "HARK_PREVIEWED";
const NONE_PASSED = "{}";
/** A variable holds 8 KiB, and an entry takes some 130 bytes. */
const KEPT_RELEASES = 10;

export function releasesIn(variables: Variables): RecordedRelease[] {
  const value = parsed(LIVE, variables[LIVE] ?? "[]");
  if (!Array.isArray(value) || !value.every(isRecorded)) throw unreadable(LIVE);
  return value;
}

/** Null if none has passed, or if this is not a preview deployment. */
export function previewedIn(variables: Variables): RecordedRelease | null {
  const text = variables[PREVIEWED] ?? NONE_PASSED;
  const value = parsed(PREVIEWED, text);
  if (text === NONE_PASSED) return null;
  if (!isRecorded(value)) throw unreadable(PREVIEWED);
  return value;
}

export function isPreview(variables: Variables): boolean {
  return (variables[PREVIEWED] ?? "") !== "";
}

/** `releases` are those of before. */
export async function recordLive(
  deployment: Deployment,
  releases: readonly RecordedRelease[],
  release: Release,
): Promise<void> {
  const value = JSON.stringify(withLive(releases, release, new Date()));
  await deployment.setVariables({ [LIVE]: value });
}

/** A release that was live before returns to its place, and those after it are forgotten. */
export function withLive(
  releases: readonly RecordedRelease[],
  { version, commit }: Release,
  now: Date,
): RecordedRelease[] {
  const former = releases.findIndex((one) => commit !== null && one.commit === commit);
  const older = releases.slice(former + 1);
  return [{ version, commit, at: now.toISOString() }, ...older].slice(0, KEPT_RELEASES);
}

/** Null while a preview runs or if it failed. */
export async function recordPreviewed(
  deployment: Deployment,
  release: Release | null,
): Promise<void> {
  const value =
    release === null
      ? NONE_PASSED
      : JSON.stringify({
          version: release.version,
          commit: release.commit,
          at: new Date().toISOString(),
        } satisfies RecordedRelease);
  await deployment.setVariables({ [PREVIEWED]: value });
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(name);
  }
}

function isRecorded(value: unknown): value is RecordedRelease {
  if (typeof value !== "object" || value === null) return false;
  const { version, commit, at } = value as Record<string, unknown>;
  const isCommit =
    commit === null || (typeof commit === "string" && /^[\da-f]{40,64}$/.test(commit));
  return typeof version === "string" && isCommit && typeof at === "string";
}

function unreadable(name: string): LaunchError {
  return new LaunchError(
    `The deployment's variable ${name}, which npm run deploy writes, cannot be read. ` +
      `Remove it, which forgets the releases in it: npx convex env remove ${name}`,
  );
}
