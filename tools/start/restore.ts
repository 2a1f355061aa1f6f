/** `npm run restore -- file.zip`: restores what `npm run backup` saved. */
import path from "node:path";
import { restore } from "./backups.ts";
import { explain } from "./explain.ts";
import { LaunchError } from "./launch-error.ts";
import { readSettings } from "./settings.ts";

const REPLACE = "--replace";

try {
  const given = process.argv.slice(2);
  const [file, ...rest] = given.filter((word) => word !== REPLACE);
  if (file === undefined || rest.length > 0 || file.startsWith("-")) {
    throw new LaunchError(
      `Usage: npm run restore -- file.zip [${REPLACE}]. ${REPLACE} overwrites existing data.`,
    );
  }
  const { dataFolder } = readSettings(process.env);
  const source = path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
  console.log(await restore(dataFolder, source, { mayReplace: given.includes(REPLACE) }));
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
}
