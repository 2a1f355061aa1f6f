import { readdirSync } from "node:fs";
import path from "node:path";

const READ = /\.(cjs|js|md|ts|tsx)$/;
const SKIPPED_FOLDER = /^(_generated|dist|node_modules|test-results|\..*)$/;

/** The project's own code and Markdown, as paths from its root. */
export function filesBelow(root: string): string[] {
  return everyFileBelow(root).filter((file) => READ.test(file));
}

/** These, and the project's other files. */
export function everyFileBelow(root: string, folder = "."): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (!entry.isDirectory()) return file;
      return SKIPPED_FOLDER.test(entry.name) ? [] : everyFileBelow(root, file);
    })
    .sort();
}
