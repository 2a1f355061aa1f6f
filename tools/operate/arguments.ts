/** Reads the arguments of both commands: `--env-file FILE` and the environment. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { errorCode, LaunchError } from "../start/launch-error.ts";
import { credentialsIn, DEPLOYMENT_HELP } from "./deployment.ts";

const ELEVENLABS = "https://api.elevenlabs.io";

export async function readArguments<const Options extends ParseArgsConfig["options"]>(
  usage: string,
  options: Options,
) {
  const own = { ...options, "env-file": { type: "string" }, help: { type: "boolean" } } as const;
  const values = parsed(usage, own);
  const { "env-file": file, help } = values as { "env-file"?: string; help?: boolean };
  if (help === true) {
    console.log(usage);
    process.exit();
  }
  const settings = { ...process.env, ...(file === undefined ? {} : await readEnvFile(file)) };
  const credentials = credentialsIn(settings);
  if (credentials === null) throw new LaunchError(`${DEPLOYMENT_HELP}\n${usage}`);
  const { ELEVENLABS_API_KEY: key = "" } = settings;
  const voices = key === "" ? null : { apiUrl: ELEVENLABS, key };
  return { values, settings, credentials, voices, envFile: file ?? null };
}

function parsed<const Options extends ParseArgsConfig["options"]>(usage: string, options: Options) {
  try {
    return parseArgs({ options, strict: true }).values;
  } catch (error) {
    throw new LaunchError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

async function readEnvFile(file: string): Promise<NodeJS.Dict<string>> {
  // npm changes to the project's folder. A relative path is meant from where npm was called.
  const from = process.env.INIT_CWD ?? process.cwd();
  try {
    return parseEnv(await readFile(path.resolve(from, file), "utf8"));
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    throw new LaunchError(`There is no file ${file}.`);
  }
}
