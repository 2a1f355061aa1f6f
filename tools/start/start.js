/** `npm start` and `npm run dev`. Node runs this file directly; it bundles the rest, which is TypeScript, first. */
import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { nativePackagesProblem } from "./native-packages.js";
import { nodeVersionProblem } from "./node-version.js";

// Before anything else is loaded, because an old Node fails on the dependencies.
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
