/** `npm run backup`, or `npm run backup -- file.zip`: saves all data and files of the local backend. */
import path from "node:path";
import { backUp, fileTime } from "./backups.ts";
import { explain } from "./explain.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import { readSettings } from "./settings.ts";

try {
  const [file, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || file?.startsWith("-") === true) {
    throw new LaunchError("Usage: npm run backup -- file.zip");
  }
  const { dataFolder } = readSettings(process.env);
  // npm changes to the project's folder. A relative path is meant from where npm was called.
  const from = process.env.INIT_CWD ?? process.cwd();
  const target =
    file === undefined
      ? path.join(PROJECT_ROOT, "backups", `hark-${fileTime(new Date())}.zip`)
      : path.resolve(from, file);
  console.log(await backUp(dataFolder, target));
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
}
