import { nodeVersionProblem } from "./launch/node-version.ts";

// Before anything else is loaded: an old Node would stumble over the dependencies first.
const problem = nodeVersionProblem(process.version);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

const { run } = await import("./launch/run.ts");
await run(process.argv.includes("--watch") ? "watched" : "built");
