/** Empties the data folder: the next start is like the first one. */
import path from "node:path";
import { emptyDataFolder } from "./data-folder.ts";
import { explain } from "./explain.ts";
import { LaunchError } from "./launch-error.ts";
import { findHolder } from "./lock.ts";
import { readSettings } from "./settings.ts";

try {
  const { dataFolder } = readSettings(process.env);
  const holder = await findHolder(dataFolder);
  if (holder !== null) {
    throw new LaunchError(
      `Hark is running on ${dataFolder} at ${holder.address}. Stop it there with Ctrl-C first.`,
    );
  }
  await emptyDataFolder(dataFolder);
  console.log(
    `${path.relative(process.cwd(), dataFolder)} is empty. The next start is like the first one.`,
  );
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
}
