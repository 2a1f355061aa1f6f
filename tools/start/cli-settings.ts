/** The two variables by which `npx convex` finds the local backend, and the files that hold them. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "./launch-error.ts";

export interface CliSettings {
  url: string;
  adminKey: string;
}

const URL_VARIABLE = "CONVEX_SELF_HOSTED_URL";
const KEY_VARIABLE = "CONVEX_SELF_HOSTED_ADMIN_KEY";

/** A separate file, so that starting Hark does not depend on what else is configured in the project. */
export async function writeOwnEnvFile(dataFolder: string, settings: CliSettings): Promise<string> {
  const file = path.join(dataFolder, "convex.env");
  await writeFile(file, withCliSettings("", settings), { mode: 0o600 });
  return file;
}

/**
 * Puts the variables into the project's `.env.local`, where `npx convex` looks by itself, unless
 * the files there already name a deployment of the developer's own. Returns whether it wrote them.
 */
export async function offerToCli(projectRoot: string, settings: CliSettings): Promise<boolean> {
  const file = path.join(projectRoot, ".env.local");
  const present = await readIfPresent(file);
  const content = present ?? "";
  const env = (await readIfPresent(path.join(projectRoot, ".env"))) ?? "";
  if (namesOwnDeployment(content) || namesOwnDeployment(env)) return false;
  // The file holds a key from now on, and may have been created readable to everybody.
  if (present !== null) await chmod(file, 0o600);
  const changed = withCliSettings(content, settings);
  if (changed !== content) await writeFile(file, changed, { mode: 0o600 });
  return true;
}

export function namesOwnDeployment(content: string): boolean {
  const hosted = valueOf(content, URL_VARIABLE);
  return (
    valueOf(content, "CONVEX_DEPLOYMENT") !== "" ||
    valueOf(content, "CONVEX_DEPLOY_KEY") !== "" ||
    (hosted !== "" && !/^http:\/\/(127\.0\.0\.1|localhost)(:|\/|$)/.test(hosted))
  );
}

export function withCliSettings(content: string, { url, adminKey }: CliSettings): string {
  return [
    [URL_VARIABLE, url],
    [KEY_VARIABLE, adminKey],
  ].reduce((text, [name = "", value = ""]) => withLine(text, name, `${name}=${value}`), content);
}

/** Removes the two variables. */
export function withoutCliSettings(content: string): string {
  return [URL_VARIABLE, KEY_VARIABLE]
    .reduce((text, name) => text.replace(assignmentOf(name), ""), content)
    .trim();
}

/** Reads the two variables; null if one is missing. */
export function readCliSettings(content: string): CliSettings | null {
  const [url, adminKey] = [valueOf(content, URL_VARIABLE), valueOf(content, KEY_VARIABLE)];
  return url === "" || adminKey === "" ? null : { url, adminKey };
}

export async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function withLine(content: string, name: string, line: string): string {
  const present = assignmentOf(name);
  // A function, because replace() would interpret a `$` in the key.
  if (present.test(content)) return content.replace(present, () => line);
  const separator = content === "" || content.endsWith("\n") ? "" : "\n";
  return `${content}${separator}${line}\n`;
}

function valueOf(content: string, name: string): string {
  const value = assignmentOf(name).exec(content)?.[1]?.trim() ?? "";
  return value.replace(/^(["'`])(.*)\1.*$/, "$2").replace(/^#.*$/, "");
}

function assignmentOf(name: string): RegExp {
  return new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=(.*)$`, "m");
}
