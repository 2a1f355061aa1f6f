import { DatabaseFileError } from "@hark/stand-in-kit/database-file";
import { KeyFileError } from "@hark/stand-in-kit/key-file";
import { dataFolderError } from "./data-folder.ts";
import { errorCode, LaunchError } from "./launch-error.ts";
import { PORT_SETTINGS } from "./settings.ts";
import type { Settings } from "./settings.ts";

/** The message for an error while starting: what to do, or the stack trace of a bug. */
export function explain(error: unknown, settings: Settings | null): string {
  const known = settings === null ? error : asLaunchError(error, settings);
  for (const kind of [LaunchError, DatabaseFileError, KeyFileError]) {
    if (known instanceof kind) return known.message;
  }
  return `This is a bug in Hark.\n${
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  }`;
}

function asLaunchError(error: unknown, settings: Settings): unknown {
  if (error instanceof Error && "syscall" in error && error.syscall === "listen") {
    return portError(error, settings);
  }
  return dataFolderError(error, settings.dataFolder);
}

function portError(error: Error, settings: Settings): unknown {
  const port = "port" in error ? error.port : undefined;
  const names = Object.keys(PORT_SETTINGS) as (keyof typeof PORT_SETTINGS)[];
  const name = names.find((candidate) => settings[candidate] === port);
  if (name === undefined) return error;
  const reason = {
    EADDRINUSE: "is in use by another program",
    EACCES: "may not be used by this account",
  }[errorCode(error) ?? ""];
  if (reason === undefined) return error;
  const { variable } = PORT_SETTINGS[name];
  const another = settings[name] < 64_000 ? settings[name] + 1000 : settings[name] - 1000;
  return new LaunchError(
    `Port ${settings[name]} ${reason}. ` +
      `Free it, or choose another one: ${variable}=${another} npm start`,
  );
}
