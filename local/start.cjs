/**
 * The only code here that Node runs as it is: everything else is TypeScript, which it bundles first. It is CommonJS,
 * because Node has started its threads for files and keys by the time that an ECMAScript module runs.
 */
const { cpus } = require("node:os");

const NODES_OWN = 4;
// Each of them has an arena of malloc's: docs/decisions/0016-started-from-what-is-kept.md.
process.env.UV_THREADPOOL_SIZE ??= String(Math.min(NODES_OWN, Math.max(1, cpus().length)));

// esbuild, a program of Go's, is there for seconds: it collects garbage half as often, and takes no more at its most.
process.env.GOGC ??= "200";

void start();

async function start() {
  const { nodeVersionProblem } = await import("./launch/node-version.js");
  const { nativePackagesProblem } = await import("./launch/native-packages.js");
  // Before anything else is loaded: an old Node would stumble over the dependencies first.
  const problem = nodeVersionProblem(process.version) ?? nativePackagesProblem();
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
}
