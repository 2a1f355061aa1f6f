/** The arguments of `npm run deploy`, and which of them go together. */
import { LaunchError } from "../../start/launch-error.ts";

export const DEPLOY_USAGE = [
  "npm run deploy -- --env-file FILE [--put 'command that uploads dist'] [--new-voices] [--without-preview]",
  "npm run deploy -- --env-file FILE --preview [--put 'command that uploads dist'] [--new-voices]",
  "npm run deploy -- --env-file FILE --rollback [--put 'command that uploads dist']",
].join("\n");

export const DEPLOY_OPTIONS = {
  put: { type: "string" },
  "new-voices": { type: "boolean" },
  preview: { type: "boolean" },
  "without-preview": { type: "boolean" },
  rollback: { type: "boolean" },
  // For --rollback, which runs the deploy of an earlier release: the app is built in that folder's dist, and --put runs there.
  // Later releases call this one with it and with --without-preview, so both must stay.
  "build-in": { type: "string" },
} as const;

type DeployArguments = Partial<
  Record<"new-voices" | "preview" | "without-preview" | "rollback", boolean>
>;

export type Mode = "live" | "untried" | "preview" | "rollback";

export function readMode(values: DeployArguments): Mode {
  const given = (["preview", "without-preview", "rollback"] as const).filter(
    (name) => values[name] === true,
  );
  if (given.length > 1) {
    const names = given.map((name) => `--${name}`).join(" and ");
    throw new LaunchError(`${names} do not go together.\n${DEPLOY_USAGE}`);
  }
  const [only] = given;
  if (only === "rollback" && values["new-voices"] === true) {
    throw new LaunchError(
      `--new-voices and --rollback do not go together. Roll back first.\n${DEPLOY_USAGE}`,
    );
  }
  if (only === undefined) return "live";
  return only === "without-preview" ? "untried" : only;
}
