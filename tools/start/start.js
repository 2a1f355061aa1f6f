/** What `npm start` runs. Node runs this file as it is; everything else here is TypeScript, which it bundles first. */
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { nativePackagesProblem } from "./native-packages.js";
import { nodeVersionProblem } from "./node-version.js";

// Before anything else is loaded: an old Node would fail on the dependencies first.
const problem = nodeVersionProblem(process.version) ?? nativePackagesProblem();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const { bundleProgram } = await import("./bundle-program.js");
const file = await bundleProgram("tools/start/run.ts");
const { run } = /** @type {typeof import("./run.ts")} */ (await import(pathToFileURL(file).href));
await rm(file);
const { argv } = process;
await run(argv.includes("--watch") ? "watched" : "built", argv.includes("--demo"));
