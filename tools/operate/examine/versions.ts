/** Checks that the functions, the app and the talk button's script that are out were built from versions that fit. */
import { PRODUCT_NAME } from "../../../convex/shared/productName.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";
import { fitOf } from "./version-fit.ts";

const { ok, unknown } = findingsOn("versions");

const PUSH = "Push the functions of the newest release: npm run deploy.";
const UPLOAD =
  "Build the app with npm run deploy, and upload the folder dist to the host of SITE_URL.";
const UPLOAD_SCRIPT = `${UPLOAD} If you have, empty the caches in front of it.`;
/** `vite.widget.ts` writes it at the beginning of the script. */
const IN_SCRIPT = new RegExp(`^/\\*! ${PRODUCT_NAME} (\\S+) \\*/`);

type VersionsTarget = Pick<Target, "variables" | "timeoutMs"> & {
  facts: Pick<Target["facts"], "siteUrl">;
};

export async function examineVersions({
  variables: { SITE_URL = "" },
  facts: { siteUrl },
  timeoutMs,
}: VersionsTarget): Promise<Finding[]> {
  const functions = await readVersion(`${siteUrl}/v1/version`, inJson, timeoutMs);
  if (functions.kind === "unreadable") {
    const message = `The functions do not tell their version (${functions.reason}).`;
    return [unknown("functions-version", message, PUSH)];
  }
  // Reported with the variables.
  if (!URL.canParse(SITE_URL)) return [];
  const at = (path: string) => new URL(path, SITE_URL).href;
  const parts: Part[] = [
    { name: "app", fix: UPLOAD, ...(await readVersion(at("/version.json"), inJson, timeoutMs)) },
    {
      name: "talk button",
      fix: UPLOAD_SCRIPT,
      ...(await readVersion(at("/embed.js"), inScript, timeoutMs)),
    },
  ];
  const findings = parts.flatMap((part) => findingsAbout(part, functions.version));
  if (findings.length > 0) return findings;
  const versions = [{ name: "functions", ...functions }, ...parts].map(
    (part) => `${part.name} ${part.kind === "read" ? part.version : "?"}`,
  );
  return [ok("versions", `The versions fit: ${versions.join(", ")}.`)];
}

type Reading = { kind: "read"; version: string } | { kind: "unreadable"; reason: string };
type Part = Reading & { name: string; fix: string };

async function readVersion(
  url: string,
  versionIn: (text: string) => string,
  timeoutMs: number,
): Promise<Reading> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) return { kind: "unreadable", reason: `status ${answer.status}` };
    return { kind: "read", version: versionIn(await answer.text()) };
  } catch (error) {
    return { kind: "unreadable", reason: reasonOf(error) };
  }
}

/** Empty if the part fits the functions. */
function findingsAbout(part: Part, functions: string): Finding[] {
  const { name, fix } = part;
  const code = name.replace(" ", "-");
  const cannotTell = (reason: string) => [
    unknown(`${code}-version`, `The ${name} does not tell its version (${reason}).`, fix),
  ];
  if (part.kind === "unreadable") return cannotTell(part.reason);
  const fit = fitOf(part.version, functions);
  switch (fit) {
    case "fits":
      return [];
    case "unreadable":
      return cannotTell(`${part.version} beside ${functions}`);
    case "older":
    case "newer": {
      const message = `The ${name} ${part.version} is ${fit} than the functions ${functions}.`;
      return [unknown(`${code}-${fit}`, message, fit === "older" ? fix : PUSH)];
    }
    default:
      return fit satisfies never;
  }
}

function inJson(text: string): string {
  const { version } = JSON.parse(text) as { version?: unknown };
  if (typeof version !== "string") throw new Error("there is no version in the answer");
  return version;
}

function inScript(text: string): string {
  const version = IN_SCRIPT.exec(text)?.[1];
  if (version === undefined) throw new Error("there is no version in the script");
  return version;
}
