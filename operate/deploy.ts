/** `npm run deploy -- --env-file FILE [--put COMMAND]`: from keys to a running Hark. */
import path from "node:path";
import { createClosing } from "../local/launch/closing.ts";
import { explain } from "../local/launch/explain.ts";
import { PROJECT_ROOT } from "../local/launch/project-root.ts";
import { readArguments } from "./arguments.ts";
import { openDeployment } from "./deployment.ts";
import { askInTerminal } from "./deploy/asking.ts";
import { deploy } from "./deploy/steps.ts";
import { hasFault, inLines, summary } from "./examine/finding.ts";

const USAGE = "npm run deploy -- --env-file FILE [--put 'command that uploads dist']";

const closing = createClosing((error) => console.error(String(error)));
process.once("SIGINT", () => void closing.close().then(() => process.exit(130)));
try {
  const { values, given, credentials, voices } = await readArguments(USAGE, {
    put: { type: "string" },
  });
  const findings = await deploy({
    deployment: await openDeployment(credentials, closing),
    given,
    ask: process.stdin.isTTY ? askInTerminal : null,
    outFolder: path.join(PROJECT_ROOT, "dist"),
    put: values.put ?? null,
    voices,
    closing,
    say: (line) => console.log(line),
  });
  console.log(`\n${inLines(findings)}\n\n${summary(findings)}`);
  if (hasFault(findings)) process.exitCode = 1;
} catch (error) {
  console.error(explain(error, null));
  process.exitCode = 1;
} finally {
  await closing.close();
}
