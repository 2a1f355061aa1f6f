/** `npm run restore -- file.zip`: puts back what `npm run backup` saved. */
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
      `npm run restore -- file.zip [${REPLACE}]: it takes the file that a backup made, and ${REPLACE} if what is there may go.`,
    );
  }
  const { dataFolder } = readSettings(process.env);
  const source = path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
  console.log(await restore(dataFolder, source, { mayReplace: given.includes(REPLACE) }));
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
}
