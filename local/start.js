/** The only code here that Node runs as it is: everything else is TypeScript, which it bundles first. */
import { nodeVersionProblem } from "./launch/node-version.js";

// Before anything else is loaded: an old Node would stumble over the dependencies first.
const problem = nodeVersionProblem(process.version);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const { bundledAhead } = await import("./ahead/bundled-ahead.js");
/** @type {unknown} */
const program = await import(await bundledAhead("local/launch/run.ts"));
const { run } = /** @type {typeof import("./launch/run.ts")} */ (program);
const { argv } = process;
await run(argv.includes("--watch") ? "watched" : "built", argv.includes("--demo"));
