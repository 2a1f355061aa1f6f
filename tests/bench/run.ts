/** `npm run bench`: runs every `*.bench.ts` here, or those whose name contains an argument. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isBench, isTable } from "./bench.ts";
import type { Bench, Figure, Table } from "./bench.ts";
import { formatFigures, formatTable } from "./table.ts";

const RESULT_FILE = "test-results/bench.json";

const wanted = process.argv.slice(2);
const files = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

const machine = `${os.cpus().length} x ${os.cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
console.log(`${machine}\n`);

const results: Record<string, (Figure | Table)[]> = {};
for (const file of files) {
  const bench = await load(file);
  console.log(bench.title);
  const measured = await bench.measure();
  results[bench.title] = measured;
  const figures = measured.filter((result): result is Figure => !isTable(result));
  console.log(
    formatFigures(figures)
      .map((line) => `  ${line}\n`)
      .join(""),
  );
  for (const table of measured.filter(isTable)) console.log(`${formatTable(table).join("\n")}\n`);
}

await mkdir(path.dirname(RESULT_FILE), { recursive: true });
await writeFile(RESULT_FILE, JSON.stringify({ machine, results }, null, 2));
console.log(files.length === 0 ? "No such benchmark." : `Saved in ${RESULT_FILE}.`);
// A handle that a benchmark left open must not keep the process running.
process.exit(files.length === 0 ? 1 : 0);

async function load(file: string): Promise<Bench> {
  const module: unknown = await import(pathToFileURL(path.join(import.meta.dirname, file)).href);
  const bench = (module as { bench?: unknown }).bench;
  if (!isBench(bench)) throw new Error(`${file} does not export a bench`);
  return bench;
}
