import { readdirSync } from "node:fs";
import path from "node:path";

const READ = /\.(cjs|js|md|ts|tsx)$/;
const SKIPPED = /^(_generated|dist|node_modules|test-results|\..*)$/;

/** The project's own code and Markdown, as paths from its root. */
export function filesBelow(root: string, folder = "."): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.test(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(root, file);
      return READ.test(file) ? file : [];
    })
    .sort();
}
